import type { Protocol } from 'devtools-protocol';
import type { InteractiveWanted } from '../host.ts';
import type { PageCookie } from '../page-logins.ts';
import type { CdpSession } from './cdp.ts';

type BrowserCookie = Pick<
  Protocol.Network.Cookie,
  'name' | 'value' | 'domain' | 'path' | 'secure' | 'session' | 'expires'
>;

/** Those that the browser would send to the host of that address. */
export function cookiesOf(cookies: readonly BrowserCookie[], address: string): readonly PageCookie[] {
  const { hostname, protocol } = new URL(address);
  return cookies
    .filter(({ domain, secure }) => isOf(hostname, domain) && !(secure && protocol === 'http:'))
    .map(({ name, value, path, session, expires }) => ({
      name,
      value,
      path,
      expiresAt: session ? null : expires * 1_000,
    }));
}

/**
 * As the server would set them, but for scripts and frames of other sites, which never get them. Without one that the browser
 * refuses, the server shows the page as without a login.
 */
export async function giveCookies(
  session: Pick<CdpSession, 'send'>,
  { cookies, address }: Pick<InteractiveWanted, 'cookies' | 'address'>,
): Promise<void> {
  const { origin, protocol } = new URL(address);
  const set = cookies.map(({ name, value, path, expiresAt }) =>
    session.send('Network.setCookie', {
      url: origin,
      name,
      value,
      path,
      secure: protocol === 'https:',
      httpOnly: true,
      sameSite: 'Strict',
      ...(expiresAt === null ? {} : { expires: expiresAt / 1_000 }),
    }),
  );
  await Promise.allSettled(set);
}

/** With a dot, a domain holds for the hosts below it, too. */
const isOf = (host: string, domain: string): boolean =>
  domain.startsWith('.') ? `.${host}`.endsWith(domain) : host === domain;
