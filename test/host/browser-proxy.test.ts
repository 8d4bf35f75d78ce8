import { describe, expect, test } from 'vitest';
import { proxyEnvironment } from '../../src/main/ground/proxy.ts';
import { browserProxy } from '../../src/main/host/browser-proxy.ts';

const loopback = 'localhost,*.localhost,127.0.0.0/8,[::1]';
const proxyOf = (proxy: string | null, env: NodeJS.ProcessEnv = {}) =>
  browserProxy(proxyEnvironment(proxy, env));

describe('the proxy of web pages', () => {
  test('is null where none is set or the scheme is unsupported', () => {
    expect(proxyOf(null)).toBeNull();
    expect(proxyOf(null, { HTTP_PROXY: 'socks5://proxy:1080', HTTPS_PROXY: 'proxy' })).toBeNull();
  });

  test('is that of the CMS: from the configuration, else from the environment', () => {
    const env = { HTTP_PROXY: 'http://one:3128/', https_proxy: 'https://[::2]' };
    expect(proxyOf(null, env)).toMatchObject({ rules: 'http=http://one:3128;https=https://[::2]' });
    expect(proxyOf(null, { HTTP_PROXY: 'http://one' })?.rules).toBe('http=http://one');
    expect(proxyOf('http://two:8080', env)?.rules).toBe('http=http://two:8080;https=http://two:8080');
  });

  test('bypasses NO_PROXY and this machine, whatever is configured', () => {
    const bypass = (NO_PROXY: string) => proxyOf('http://two', { NO_PROXY })?.bypass;
    expect(bypass('')).toBe(loopback);
    expect(bypass('.shop.example, *.b.example c.example:8080,[fe80::1],10.0.0.0/8,*')).toBe(
      `${loopback},.shop.example,*.b.example,c.example:8080,[fe80::1],10.0.0.0/8,*`,
    );
    expect(bypass('10.0.0.1-10.0.0.9,<-loopback>,a;b,"c",sign-1.example')).toBe(`${loopback},sign-1.example`);
  });

  test('keeps its password out of the rules and gives it only to its own proxy', () => {
    const proxy = proxyOf(null, {
      HTTP_PROXY: 'http://me:p%40ss@one:3128',
      HTTPS_PROXY: 'https://you:100%25@two',
      NO_PROXY: 'x',
    });
    expect(proxy?.rules).toBe('http=http://one:3128;https=https://two');
    expect(proxy?.login('one', 3128)).toEqual({ username: 'me', password: 'p@ss' });
    expect(proxy?.login('two', 443)).toEqual({ username: 'you', password: '100%' });
    expect(proxy?.login('one', 80)).toBeNull();
    expect(proxy?.login('three', 443)).toBeNull();
    expect(proxyOf('http://one:3128')?.login('one', 3128)).toBeNull();
  });
});
