import type { Protocol } from 'devtools-protocol';
import type { PageCookie } from '../page-logins.ts';

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

/** With a dot, a domain holds for the hosts below it, too. */
const isOf = (host: string, domain: string): boolean =>
  domain.startsWith('.') ? `.${host}`.endsWith(domain) : host === domain;
