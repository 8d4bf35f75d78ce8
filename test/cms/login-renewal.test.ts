import { expect, test } from 'vitest';
import { LoginCredentials } from '../../src/main/cms/login-credentials.ts';
import type { LoginFile } from '../../src/main/cms/login-file.ts';
import { loginNeeded, type TokenPair } from '../../src/main/cms/oauth.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { message, verbatim } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { folder, login } from './login-support.ts';
import { failure } from './support.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A login on disk; the test defines the CMS's renewals. */
async function renewing(lifetimeMs: number | null, refreshToken: string | null = 'refresh') {
  const dataDir = await folder();
  const clock = new ManualClock();
  const { file } = login(dataDir, 'https://cms.example.com', { clock });
  const obtainedAt = clock.now();
  const expiresAt = lifetimeMs === null ? null : obtainedAt + lifetimeMs;
  await file.write({ accessToken: 'old', refreshToken, obtainedAt, expiresAt });
  const state = { requested: 0, error: null as VitrineError | null };
  const lines: LogLine[] = [];
  const credentials = new LoginCredentials({
    file: file as LoginFile,
    lockPath: `${dataDir}/login.lock`,
    endpoint: {
      redeemCode: () => Promise.reject(new Error('not asked for')),
      refresh: async (): Promise<TokenPair> => {
        state.requested++;
        if (state.error) throw state.error;
        return {
          accessToken: `new-${state.requested}`,
          refreshToken,
          obtainedAt: clock.now(),
          expiresAt: null,
        };
      },
    },
    clock,
    log: createLog((line) => lines.push(line)),
    secrets: () => ['client secret'],
  });
  return { credentials, clock, state, lines };
}

test.each([
  [10 * day, 9 * day - minute, 'old'],
  [10 * day, 9 * day + minute, 'new-1'],
  [60 * minute, 47 * minute, 'old'],
  [60 * minute, 49 * minute, 'new-1'],
  [null, 1000 * day, 'old'],
])('a login of %s ms uses, after %i ms, the %s token', async (lifetime, after, expected) => {
  const { credentials, clock } = await renewing(lifetime);
  clock.pass(after);
  expect(await credentials.current()).toBe(expected);
});

test('an early renewal that fails is retried after half a minute, a refused one after ten minutes', async () => {
  for (const [error, rest] of [
    [new VitrineError('temporary', 'cms-server-error', verbatim('It fails.')), minute / 2],
    [loginNeeded(message('login-needed.refused')), 10 * minute],
  ] as const) {
    const { credentials, clock, state, lines } = await renewing(60 * minute);
    clock.pass(50 * minute);
    state.error = error;
    expect(await credentials.current()).toBe('old');
    clock.pass(rest - 1);
    expect([await credentials.current(), state.requested]).toEqual(['old', 1]);
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
    clock.pass(1);
    state.error = null;
    expect([await credentials.current(), state.requested]).toEqual(['new-2', 2]);
  }
});

test('a refused token is not used while its renewal is refused too', async () => {
  const { credentials, clock, state } = await renewing(null);
  state.error = loginNeeded(message('login-needed.refused'));
  expect(await credentials.current()).toBe('old');
  expect((await failure(credentials.refresh('old'))).code).toBe('login-needed');
  expect((await failure(credentials.current())).code).toBe('login-needed');
  expect((await failure(credentials.refresh('old'))).code).toBe('login-needed');
  expect(state.requested).toBe(1);
  clock.pass(10 * minute);
  state.error = null;
  expect(await credentials.refresh('old')).toBe(true);
  expect(await credentials.current()).toBe('new-2');
});

test('a renewal that could not be attempted does not delay the next one', async () => {
  const { credentials, state } = await renewing(null);
  state.error = new VitrineError('temporary', 'cms-server-error', verbatim('It fails.'));
  expect((await failure(credentials.refresh('old'))).code).toBe('cms-server-error');
  expect(await credentials.current()).toBe('old');
  state.error = null;
  expect(await credentials.refresh('old')).toBe(true);
  expect(state.requested).toBe(2);
});

test('a token that was replaced meanwhile needs no renewal', async () => {
  const { credentials, state } = await renewing(null);
  expect(await credentials.refresh('an older one')).toBe(true);
  expect(state.requested).toBe(0);
});

test('without a refresh token only a person can renew', async () => {
  const { credentials, state } = await renewing(null, null);
  expect((await failure(credentials.refresh('old'))).code).toBe('login-needed');
  expect(state.requested).toBe(0);
});

test('recent tokens, which an answer may repeat, count as secrets, as does the client secret', async () => {
  const { credentials } = await renewing(null);
  expect(credentials.secrets()).toEqual(['client secret']);
  await credentials.refresh('old');
  expect([...credentials.secrets()].sort()).toEqual(['client secret', 'new-1', 'old', 'refresh']);
});

test('the number of secrets stays bounded over a year of short-lived tokens', async () => {
  const { credentials } = await renewing(null);
  for (let token = await credentials.current(), renewals = 0; renewals < 100; renewals++) {
    await credentials.refresh(token);
    token = await credentials.current();
  }
  expect(credentials.secrets().length).toBeLessThan(12);
  expect(credentials.secrets()).toEqual(expect.arrayContaining(['refresh', 'new-100', 'new-99']));
});
