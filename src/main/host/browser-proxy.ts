import type { ProxyEnvironment } from '../ground/proxy.ts';

/** Through which proxies a browser loads web pages. Rules and bypass are in Chromium's own words. */
export interface BrowserProxy {
  /** Without names and passwords: anybody on the machine can read a command line. */
  readonly rules: string;
  readonly bypass: string;
  /** Whether that is asked for through a proxy. */
  carries(url: URL): boolean;
  /** For the proxy that asks for it; null: we have none for that one. */
  login(host: string, port: number): ProxyLogin | null;
}

export interface ProxyLogin {
  readonly username: string;
  readonly password: string;
}

/** Chromium spares these by itself, but the stage's own server is among them, and is not left to a default. */
const loopback = ['localhost', '*.localhost', '127.0.0.0/8', '[::1]'];

/** Node and Chromium write names, suffixes and addresses alike. Ranges are known to Node alone, and are left out. */
const host = /^(?!\d+(\.\d+){3}-)[\w.*:[\]/-]+$/;

/** Null: the browser does as the machine does. */
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
      const asking = proxies.find(({ url }) => url.hostname === name && portOf(url) === port)?.url;
      if (!asking?.username) return null;
      return { username: decoded(asking.username), password: decoded(asking.password) };
    },
  };
}

/** `*`, a name, a name with its port, or how names end: `.example.com` and `*.example.com`. */
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
    // A percent sign that stands for itself.
    return text;
  }
}
