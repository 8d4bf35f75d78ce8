import type { ProxyEnvironment } from '../ground/proxy.ts';

/** The proxies through which a browser loads web pages. Rules and bypass are in Chromium's syntax. */
export interface BrowserProxy {
  /** Without user names and passwords: every local user can read a command line. */
  readonly rules: string;
  readonly bypass: string;
  /** Whether requests for the URL go through a proxy. */
  carries(url: URL): boolean;
  /** Credentials for a proxy; null: none are configured for it. */
  login(host: string, port: number): ProxyLogin | null;
}

export interface ProxyLogin {
  readonly username: string;
  readonly password: string;
}

/** Chromium bypasses these by default; stated here because the stage's own server is among them. */
const loopback = ['localhost', '*.localhost', '127.0.0.0/8', '[::1]'];

/** Node and Chromium write names, suffixes and addresses alike. Only Node knows ranges, so they are left out. */
const host = /^(?!\d+(\.\d+){3}-)[\w.*:[\]/-]+$/;

/** Null: the browser uses the machine's proxy settings. */
export function browserProxy({
  HTTP_PROXY,
  HTTPS_PROXY,
  NO_PROXY = '',
}: ProxyEnvironment): BrowserProxy | null {
  const proxies = Object.entries({ http: HTTP_PROXY, https: HTTPS_PROXY }).flatMap(([scheme, address]) => {
    const url = URL.parse(address ?? '');
    return url?.protocol === 'http:' || url?.protocol === 'https:' ? [{ scheme, url }] : [];
  });
  if (proxies.length === 0) return null;
  return {
    rules: proxies.map(({ scheme, url }) => `${scheme}=${url.origin}`).join(';'),
    bypass: [...loopback, ...NO_PROXY.split(/[\s,]+/).filter((entry) => host.test(entry))].join(','),
    carries: (url) => proxies.some(({ scheme }) => `${scheme}:` === url.protocol) && !isSpared(url, NO_PROXY),
    login: (name, port) => {
      const proxy = proxies.find(({ url }) => url.hostname === name && portOf(url) === port)?.url;
      if (!proxy?.username) return null;
      return { username: decoded(proxy.username), password: decoded(proxy.password) };
    },
  };
}

/** Matches `*`, a name, a name with port, or a suffix: `.example.com` and `*.example.com`. */
function isSpared(url: URL, list: string): boolean {
  const name = url.hostname.toLowerCase();
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true;
      const end = entry.replace(/^\*/, '');
      if (end.startsWith('.')) return name.endsWith(end) || name === end.slice(1);
      return entry !== '' && (entry === name || entry === `${name}:${portOf(url)}`);
    });
}

export function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A literal percent sign.
    return text;
  }
}
