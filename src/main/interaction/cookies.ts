import type { PageCookie } from '../host/host.ts';

/** RFC 6265 lets a browser refuse a longer one. */
const longestCookie = 4_096;
/** What a header can carry of it. */
const sendable = /^[\x20-\x7e\x80-\xff]*$/;

/** A cookie of a response from that address, in a line of `Set-Cookie`; null: not for its host, or malformed. */
export function readCookie(line: string, address: string, now: number): PageCookie | null {
  const { hostname: host, pathname } = new URL(address);
  const [pair = '', ...attributes] = line.split(';');
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  if (at < 1 || name === '' || name.length + value.length > longestCookie) return null;
  if (!sendable.test(name) || !sendable.test(value)) return null;
  const given = new Map(
    attributes.map((one) => {
      const [key = '', ...rest] = one.split('=');
      return [key.trim().toLowerCase(), rest.join('=').trim()] as const;
    }),
  );
  const domain = given.get('domain')?.replace(/^\./, '').toLowerCase() ?? '';
  if (domain !== '' && !isOfDomain(host, domain)) return null;
  const path = given.get('path') ?? '';
  return {
    name,
    value,
    path: path.startsWith('/') ? path : folderOf(pathname),
    expiresAt: expiryOf(given, now),
  };
}

/** Where a cookie without a path belongs, as the browser that logged in has it: another path would make it another cookie. */
const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 1));

export const isOfDomain = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);

function expiryOf(given: ReadonlyMap<string, string>, now: number): number | null {
  const age = given.get('max-age') ?? '';
  if (/^-?\d{1,12}$/.test(age)) return Number(age) <= 0 ? 0 : now + Number(age) * 1_000;
  const at = Date.parse(given.get('expires') ?? '');
  return Number.isNaN(at) ? null : at;
}

/** The cookies with another one in place of the one of its name and path, or without it if it has expired. */
export function withCookie(
  cookies: readonly PageCookie[],
  cookie: PageCookie,
  now: number,
): readonly PageCookie[] {
  const others = cookies.filter(({ name, path }) => name !== cookie.name || path !== cookie.path);
  return isOver(cookie, now) ? others : [...others, cookie];
}

export const isOver = ({ expiresAt }: PageCookie, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Value of the header `Cookie`, the longest paths first; null: none fits. */
export function cookieHeader(cookies: readonly PageCookie[], path: string, now: number): string | null {
  const sent = cookies
    .filter((cookie) => !isOver(cookie, now) && isBelow(path, cookie.path))
    .sort((a, b) => b.path.length - a.path.length);
  return sent.length === 0 ? null : sent.map(({ name, value }) => `${name}=${value}`).join('; ');
}

const isBelow = (path: string, above: string): boolean =>
  path === above || path.startsWith(above.endsWith('/') ? above : `${above}/`);
