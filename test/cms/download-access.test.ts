import { expect, test } from 'vitest';
import type { Credentials } from '../../src/main/cms/credentials.ts';
import { DownloadAccess } from '../../src/main/cms/download-access.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';

const baseUrl = 'https://cms.example.com/api/v1.0/';
const file = `${baseUrl}mediafile/5/download`;

/** Tokens numbered by renewal. */
function counted(refresh: (refused: string) => Promise<boolean> = async () => true) {
  const refused: string[] = [];
  let number = 1;
  const credentials: Credentials = {
    current: async () => `token-${number}`,
    refresh: async (token) => {
      refused.push(token);
      const isFresh = await refresh(token);
      number++;
      return isFresh;
    },
    secrets: () => [],
  };
  const clock = new ManualClock();
  const access = new DownloadAccess({ baseUrl, tokenHosts: ['cdn.example.com'], credentials, clock });
  return { access, clock, refused };
}

test('one renewal serves all downloads refused with the old token, including late ones', async () => {
  const { access, clock, refused } = counted();
  expect(await access.headers(file)).toEqual({ authorization: 'Bearer token-1' });
  expect(await Promise.all([access.refresh(), access.refresh()])).toEqual([true, true]);
  expect(await access.headers(file)).toEqual({ authorization: 'Bearer token-2' });
  clock.pass(14_000);
  expect(await access.refresh()).toBe(true);
  expect(refused).toEqual(['token-1']);
  clock.pass(1000);
  expect(await access.refresh()).toBe(true);
  expect(refused).toEqual(['token-1', 'token-2']);
});

test('a failed renewal is not shared: the next download tries again', async () => {
  const answers = [
    Promise.resolve(false),
    Promise.reject(new VitrineError('auth', 'login-needed', verbatim('Over.'))),
  ];
  const { access, refused } = counted(() => answers.shift() ?? Promise.resolve(true));
  expect([await access.refresh(), await access.refresh(), await access.refresh()]).toEqual([
    false,
    false,
    true,
  ]);
  expect(refused).toHaveLength(3);
});

test('a renewal that could not be attempted does not end the login', async () => {
  const { access } = counted(() =>
    Promise.reject(new VitrineError('temporary', 'cms-busy', verbatim('Later.'))),
  );
  await expect(access.refresh()).rejects.toMatchObject({ code: 'cms-busy' });
});

test('a download without an earlier request renews the current token', async () => {
  const { access, refused } = counted();
  await access.refresh();
  expect(refused).toEqual(['token-1']);
});

test('a listed host matches in any spelling, with its port or with any', async () => {
  const { access } = counted();
  const has = async (url: string): Promise<boolean> => 'authorization' in (await access.headers(url));
  expect(await has('https://cdn.example.com:8443/a')).toBe(true);
  expect(await has('https://CMS.example.com/a')).toBe(true);
  expect(await has('https://cms.example.com.evil.example/a')).toBe(false);
  expect(await has('ftp://cdn.example.com/a')).toBe(false);
  const port = new DownloadAccess({
    baseUrl,
    tokenHosts: ['CDN.example.com:8443'],
    clock: new ManualClock(),
    credentials: { current: async () => 't', refresh: async () => true, secrets: () => [] },
  });
  expect(await port.headers('https://cdn.example.com:8443/a')).toEqual({ authorization: 'Bearer t' });
  expect(await port.headers('https://cdn.example.com/a')).toEqual({});
});

test('an unencrypted interface may send its token to a listed unencrypted host', async () => {
  const access = new DownloadAccess({
    baseUrl: 'http://10.0.0.5/api/v1.0/',
    tokenHosts: ['10.0.0.6'],
    clock: new ManualClock(),
    credentials: { current: async () => 't', refresh: async () => true, secrets: () => [] },
  });
  expect(await access.headers('http://10.0.0.6/a')).toEqual({ authorization: 'Bearer t' });
  expect(await access.headers('https://10.0.0.6/a')).toEqual({ authorization: 'Bearer t' });
});
