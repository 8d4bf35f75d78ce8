/** Proxies under Node's names; unset ones are omitted. */
export interface ProxyEnvironment {
  readonly HTTP_PROXY?: string;
  readonly HTTPS_PROXY?: string;
  readonly NO_PROXY?: string;
}

/** `proxy` overrides HTTP_PROXY and HTTPS_PROXY; NO_PROXY applies to both. */
export function proxyEnvironment(proxy: string | null, env: NodeJS.ProcessEnv): ProxyEnvironment {
  const pick = (name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined;
  const noProxy = pick('NO_PROXY');
  const chosen = proxy
    ? { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }
    : { HTTP_PROXY: pick('HTTP_PROXY'), HTTPS_PROXY: pick('HTTPS_PROXY') };
  const given = Object.entries({ ...chosen, NO_PROXY: noProxy });
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
