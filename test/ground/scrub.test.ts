import { describe, expect, it } from 'vitest';
import { cut, isSecretName, scrub } from '../../src/main/ground/scrub.ts';

describe('a text for the log', () => {
  it.each([
    ['https://SECRET@cms.example/list', 'cms.example/list'],
    ['https://me:p@SECRET@cms.example/list?a=b', 'cms.example/list?a=b'],
    ['https://cms.example/?next=/x&api_key=SECRET&page=2', 'page=2'],
    ['a proxy sent Authorization: Token SECRET, realm=SECRET', 'a proxy sent'],
    ['Cookie: session=1; other=SECRET', 'Cookie'],
    ['X-Auth: SECRET', 'X-Auth'],
    ['X-Api-Key: SECRET and more', 'and more'],
    ['password=SECRET, page=2', 'page=2'],
    ['{"page": 2, "client_secret": "a\\"SECRET"}', '"page": 2'],
    [JSON.stringify({ body: '{"refreshToken":"SECRET","page":2}' }), 'page'],
    ['-----BEGIN EC PRIVATE KEY-----\nMHcSECRET\n-----END EC PRIVATE KEY-----\nand more', 'and more'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiSECRET', ''],
  ])('%s keeps everything but its secret', (text, kept) => {
    expect(scrub(text)).not.toContain('SECRET');
    expect(scrub(text)).toContain(kept);
  });

  it('without a secret stays unchanged', () => {
    for (const text of [
      'tokenFile: /etc/vitrine/token',
      'Basic offer',
      'a new key: the red one',
      'at 12:30, 4:3',
    ])
      expect(scrub(text)).toBe(text);
  });

  it('is truncated, but never inside an address, which may contain a password', () => {
    expect(cut('short', 10)).toBe('short');
    const text = scrub(`the address ${'x'.repeat(3_960)} https://me:SECRET${'y'.repeat(100)}@cms.example/`);
    expect(text).not.toContain('SECRET');
    expect(text).toMatch(/^the address x+ https:… \(\d+ characters\)$/);
    expect(scrub('n'.repeat(1_000_000)).length).toBeLessThan(5_000);
  });
});

it('a value is a secret if its name says so', () => {
  const secret = [
    'token',
    'clientSecret',
    'auth',
    'X-Auth',
    'apiKey',
    'api_key',
    'headers',
    'Set-Cookie',
    'pin',
  ];
  const open = ['tokenFile', 'author', 'authUrl', 'key', 'keyboard', 'spin', 'name', 'clientId'];
  expect(secret.filter((name) => !isSecretName(name))).toEqual([]);
  expect(open.filter(isSecretName)).toEqual([]);
});
