import { createHash } from 'node:crypto';
import type { Clock } from '../ground/clock.ts';
import type { Loopback } from '../net/loopback.ts';
import type { LoginFile } from './login-file.ts';
import { withLoginLock } from './login-lock.ts';
import type { OAuthClient, TokenEndpoint } from './oauth.ts';

export function authorizeAddress(
  client: OAuthClient,
  loopback: Pick<Loopback, 'redirectUri' | 'state' | 'verifier'>,
): string {
  const url = new URL('/oauth/authorize', client.authUrl);
  url.searchParams.set('client_id', client.clientId);
  url.searchParams.set('redirect_uri', loopback.redirectUri);
  url.searchParams.set('response_type', 'code');
  // The interface document does not name it, but the answer of a server that drops it is refused.
  url.searchParams.set('state', loopback.state);
  // Nor this (PKCE): a server that supports it gives no tokens for a stolen code.
  url.searchParams.set('code_challenge', createHash('sha256').update(loopback.verifier).digest('base64url'));
  url.searchParams.set('code_challenge_method', 'S256');
  return url.href;
}

/** Waits for the user, redeems the code and saves the login. */
export async function completeLogin(needs: {
  readonly loopback: Loopback;
  readonly endpoint: TokenEndpoint;
  readonly file: LoginFile;
  readonly lockPath: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { loopback, endpoint, file, signal } = needs;
  // Detect a full disk before the code is spent, which works only once.
  await withLoginLock(needs.lockPath, needs.clock, async () => {
    await file.reserve();
    await file.release();
  });
  const code = await unlessAborted(loopback.code, signal);
  const pair = await endpoint.redeemCode(code, loopback.redirectUri, loopback.verifier, signal);
  await withLoginLock(needs.lockPath, needs.clock, () => file.write(pair));
}

async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
