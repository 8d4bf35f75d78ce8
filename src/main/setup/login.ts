import { randomBytes, timingSafeEqual } from 'node:crypto';
import { message } from '../../shared/languages/message.ts';
import { type CmsConfig, loginFromConfig, networkFromConfig } from '../cms/from-config.ts';
import { authorizeAddress } from '../cms/login.ts';
import { withLoginLock } from '../cms/login-lock.ts';
import type { TokenPair } from '../cms/oauth.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { redirectUriOf } from '../net/loopback.ts';

/** A login by phone: the browser ends at a loopback address, which the user pastes. */
export interface PendingLogin {
  /** Where the user approves. */
  readonly address: string;
  /** The user code if the CMS supports the device grant: then `poll` replaces pasting. */
  readonly code: string | null;
  redeem(pasted: string): Promise<TokenPair>;
  /** Null: not approved yet. After approval it repeats the result, as the answer may not have reached the phone. */
  poll(): Promise<TokenPair | null>;
  close(): void;
}

export async function beginLogin(config: CmsConfig, clock: Clock): Promise<PendingLogin> {
  const { oauth } = config.cms;
  if (oauth === null) throw new VitrineError('usage', message('config-invalid.no-login'));
  const started = {
    redirectUri: redirectUriOf(oauth.redirectPort),
    state: randomBytes(24).toString('base64url'),
    verifier: randomBytes(32).toString('base64url'),
  };
  const network = networkFromConfig(config);
  const { client, endpoint, byDevice } = loginFromConfig(config, oauth, { clock }, network);
  const byCode = await byDevice().catch((thrown: unknown) => {
    network.close();
    throw thrown;
  });
  let given: TokenPair | null = null;
  return {
    address: byCode?.address ?? authorizeAddress(client, started),
    code: byCode?.userCode ?? null,
    async redeem(pasted) {
      const code = codeIn(pasted, started.state);
      return endpoint.redeemCode(code, started.redirectUri, started.verifier).finally(() => network.close());
    },
    async poll() {
      const pair = given ?? (await byCode?.poll()) ?? null;
      given ??= pair;
      if (given !== null) network.close();
      return given;
    },
    close: () => network.close(),
  };
}

/** Saves the login in the data folder. */
export async function keepLogin(config: CmsConfig, pair: TokenPair): Promise<void> {
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
  throw new VitrineError('auth', message('login-pasted-wrong'));
}
