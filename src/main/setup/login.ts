import { randomBytes, timingSafeEqual } from 'node:crypto';
import { systemClock } from '../clock.ts';
import { loginFromConfig, networkFromConfig } from '../cms/from-config.ts';
import { authorizeAddress } from '../cms/login.ts';
import { withLoginLock } from '../cms/login-lock.ts';
import { redirectUriOf } from '../cms/loopback.ts';
import type { TokenPair } from '../cms/oauth.ts';
import type { Config } from '../config.ts';
import { VitrineError } from '../errors.ts';

/** A login whose person is at a phone: its browser ends at an address of its own machine, which is pasted here. */
export interface PendingLogin {
  /** Where the person approves. */
  readonly address: string;
  redeem(pasted: string): Promise<TokenPair>;
}

export function beginLogin(config: Config): PendingLogin {
  const { oauth } = config.cms;
  if (oauth === null) throw new VitrineError('usage', 'config-invalid', 'There is no client to log in with.');
  const started = {
    redirectUri: redirectUriOf(oauth.redirectPort),
    state: randomBytes(24).toString('base64url'),
    verifier: randomBytes(32).toString('base64url'),
  };
  const network = networkFromConfig(config);
  const { client, endpoint } = loginFromConfig(config, oauth, { clock: systemClock }, network);
  return {
    address: authorizeAddress(client, started),
    async redeem(pasted) {
      const code = codeIn(pasted, started.state);
      return endpoint.redeemCode(code, started.redirectUri, started.verifier).finally(() => network.close());
    },
  };
}

/** The login becomes the player's own, in the data folder. */
export async function keepLogin(config: Config, pair: TokenPair): Promise<void> {
  if (config.cms.oauth === null) return;
  const network = networkFromConfig(config);
  const { file, lockPath } = loginFromConfig(config, config.cms.oauth, { clock: systemClock }, network);
  network.close();
  await withLoginLock(lockPath, systemClock, () => file.write(pair));
}

function codeIn(pasted: string, state: string): string {
  const query = URL.parse(pasted.trim())?.searchParams;
  const code = query?.get('code');
  const given = Buffer.from(query?.get('state') ?? '');
  const meant = Buffer.from(state);
  if (code && given.length === meant.length && timingSafeEqual(given, meant)) return code;
  throw new VitrineError('auth', 'login-pasted-wrong', 'The pasted address is not that of this login.', {
    remedy: 'Approve the login again and paste the address of the page that cannot be shown.',
  });
}
