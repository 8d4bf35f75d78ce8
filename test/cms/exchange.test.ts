import { describe, expect, test } from 'vitest';
import { personalToken } from '../../src/main/cms/credentials.ts';
import { type Call, CmsExchange, defaultExchangeLimits } from '../../src/main/cms/exchange.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog } from '../../src/main/ground/log.ts';
import type { Answer } from '../../src/main/net/send.ts';
import type { Transport } from '../../src/main/net/transport.ts';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { failure, retryAfterInMemory, token } from './support.ts';

const baseUrl = 'https://cms.example.com/api/v1.0/';
const url = `${baseUrl}playlist`;
const second = 1000;

function answer(change: Partial<Answer> = {}): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('[]'),
    url,
    ...change,
  };
}

/** An exchange whose server gives these answers in turn and repeats the last one; waits end at once. */
function exchanging(
  answers: readonly (Answer | VitrineError)[],
  until: number | null = null,
  credentials = personalToken(token),
) {
  const clock = new ManualClock({ skipsWaits: true, at: 0 });
  const retryAfter = retryAfterInMemory(until);
  const requested: Parameters<Transport>[0][] = [];
  const times: number[] = [];
  const exchange = new CmsExchange({
    baseUrl,
    transport: async (request) => {
      const next = answers[Math.min(requested.length, answers.length - 1)];
      requested.push(request);
      if (next === undefined || next instanceof VitrineError) throw next;
      return next;
    },
    credentials,
    retryAfter,
    clock,
    log: createLog(() => undefined),
    limits: { ...defaultExchangeLimits, backoff: { firstMs: second, mostMs: 3 * second } },
    random: () => 1,
    onServerTime: (time) => times.push(time),
  });
  const call = (change: Partial<Call> = {}): Promise<Answer> =>
    exchange.call({ method: 'GET', url, repeatable: true, ...change });
  return { call, clock, retryAfter, requested, times };
}

const busy = (seconds: number, status = 503): Answer =>
  answer({ status, headers: { 'retry-after': String(seconds) } });
const failed = (code: string): VitrineError => new VitrineError('temporary', code, verbatim('It failed.'));

describe('a call that fails', () => {
  test('is retried twice, after doubling waits, and then thrown', async () => {
    const { call, clock, requested } = exchanging([answer({ status: 500 })]);
    expect((await failure(call())).code).toBe('cms-server-error');
    expect(requested).toHaveLength(3);
    expect(clock.monotonic()).toBe(3 * second);
  });

  test('waits for the longer of Retry-After and its own backoff', async () => {
    const asks = exchanging([busy(7), answer()]);
    await asks.call();
    expect(asks.clock.monotonic()).toBe(7 * second);
    const hurries = exchanging([busy(0), answer()]);
    await hurries.call();
    expect(hurries.clock.monotonic()).toBe(second);
  });

  test('waits for Retry-After even if it is not persisted', async () => {
    const { call, clock, retryAfter } = exchanging([busy(7), answer()]);
    retryAfter.set = () => undefined;
    await call();
    expect(clock.monotonic()).toBe(7 * second);
  });

  test('waits for ten seconds, but not for eleven', async () => {
    const ten = exchanging([busy(10), answer()]);
    await ten.call();
    expect(ten.requested).toHaveLength(2);
    const eleven = exchanging([busy(11, 429), answer()]);
    expect(await failure(eleven.call())).toMatchObject({
      code: 'cms-rate-limited',
      retryAfterMs: 11 * second,
    });
    expect([eleven.requested.length, eleven.retryAfter.value]).toEqual([1, 11 * second]);
  });

  test.each([
    ['cms-unreachable-refused', 3],
    ['cms-unreachable-name', 3],
    ['cms-unreachable-route', 3],
    ['cms-unreachable-cut', 1],
    ['cms-unreachable-timeout', 1],
  ])('with %s, although not idempotent, is sent %i times', async (code, times) => {
    const { call, requested } = exchanging([failed(code)]);
    await failure(call({ repeatable: false }));
    expect(requested).toHaveLength(times);
  });

  test.each([
    'cms-tls-expired',
    'cms-tls',
    'cms-captive-portal',
    'cms-redirect-loop',
  ])('with %s is not retried, because it does not recover within seconds', async (code) => {
    const { call, requested } = exchanging([failed(code)]);
    await failure(call());
    expect(requested).toHaveLength(1);
  });
});

describe('a token', () => {
  /** A token numbered by renewal; the test limits the number of renewals. */
  function counting(renewals: number) {
    const refused: string[] = [];
    return {
      refused,
      credentials: {
        current: async () => `token-${refused.length + 1}`,
        refresh: async (old: string) => refused.push(old) <= renewals,
        secrets: () => [],
      },
    };
  }
  const authorization = (request: Parameters<Transport>[0] | undefined) =>
    request?.originHeaders.headers.authorization;

  test('that is refused is renewed once, and the request is repeated with the new one', async () => {
    const { credentials, refused } = counting(1);
    const { call, requested } = exchanging([answer({ status: 401 }), answer()], null, credentials);
    await call({ repeatable: false });
    expect(refused).toEqual(['token-1']);
    expect(requested.map(authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(requested[0]?.originHeaders.origin).toBe('https://cms.example.com');
  });

  test('that is refused again after its renewal is not renewed again', async () => {
    const { credentials, refused } = counting(9);
    const { call } = exchanging([answer({ status: 401 })], null, credentials);
    expect((await failure(call())).code).toBe('cms-unauthorised');
    expect(refused).toEqual(['token-1']);
  });

  test.each([200, 204, 403, 500])('is not renewed for the status %i', async (status) => {
    const { credentials, refused } = counting(9);
    await exchanging([answer({ status })], null, credentials)
      .call()
      .catch(() => undefined);
    expect(refused).toEqual([]);
  });

  test('is not renewed after a refusal by another origin', async () => {
    const { credentials, refused } = counting(9);
    const elsewhere = answer({ status: 401, url: 'https://other.example.com/' });
    await failure(exchanging([elsewhere], null, credentials).call());
    expect(refused).toEqual([]);
  });
});

describe('a server that sent Retry-After', () => {
  test('gets no request during a short remaining wait', async () => {
    const { call, clock } = exchanging([answer()], 9 * second);
    await call();
    expect(clock.monotonic()).toBe(9 * second);
  });

  test('gets no request during a long wait; the error names its end', async () => {
    const { call, requested, retryAfter } = exchanging([answer()], 11 * second);
    const error = await failure(call());
    expect(error).toMatchObject({ code: 'cms-rate-limited', retryAfterMs: 11 * second });
    expect(error.message).toContain('1970-01-01T00:00:11Z');
    expect([requested.length, retryAfter.value]).toEqual([0, 11 * second]);
  });

  test.each([
    -1,
    25 * 3600 * second,
  ])('gets a request when the wait is over, or was never set (%i ms)', async (until) => {
    const { call, requested, clock, retryAfter } = exchanging([answer()], until);
    await call();
    expect([requested.length, clock.monotonic(), retryAfter.value]).toEqual([1, 0, null]);
  });

  test('is honoured with 429 and 503 only', async () => {
    for (const status of [500, 502, 408]) {
      const { call, retryAfter } = exchanging([busy(3600, status)]);
      expect((await failure(call())).retryAfterMs).toBeNull();
      expect(retryAfter.value).toBeNull();
    }
  });
});

describe('an answer from another origin', () => {
  const elsewhere = (change: Partial<Answer>): Answer =>
    answer({ url: 'https://other.example.com/x', ...change });

  test('is accepted if it is plain data', async () => {
    const { call } = exchanging([elsewhere({})]);
    expect(await call()).toMatchObject({ status: 200 });
  });

  test.each([
    [{ headers: { 'content-type': 'text/html' } }, 'cms-captive-portal'],
    [{ headers: {} }, 'cms-captive-portal'],
    [{ status: 300 }, 'cms-captive-portal'],
    [{ status: 401 }, 'cms-captive-portal'],
    [{ status: 401, url: 'https://www.cms.example.com/x' }, 'cms-redirected'],
    [{ status: 401, url: 'https://cms.example.com:8443/x' }, 'cms-redirected'],
  ])('with %j is %s, and the token stays', async (change, code) => {
    const { call, requested, times } = exchanging([elsewhere({ ...change })]);
    expect((await failure(call())).code).toBe(code);
    expect([requested.length, times]).toEqual([1, []]);
  });

  test('names the intended address', async () => {
    const { call } = exchanging([elsewhere({ status: 401, url: 'https://www.cms.example.com/x' })]);
    expect(inEnglish((await failure(call())).remedy ?? verbatim(''))).toContain(
      'https://www.cms.example.com/api/v1.0/',
    );
  });
});

test('a 304 is accepted only in answer to a conditional request', async () => {
  const unchanged = exchanging([answer({ status: 304 })]);
  expect(await unchanged.call({ headers: { 'if-none-match': '"a"' } })).toMatchObject({ status: 304 });
  expect((await failure(unchanged.call())).code).toBe('cms-bad-answer');
});

test.each([
  [{ date: 'Thu, 01 Jan 1970 00:01:00 GMT' }, [60 * second]],
  [{ date: 'Thu, 01 Jan 1970 00:01:00 GMT', age: '5' }, [65 * second]],
  [{ date: 'Thu, 01 Jan 1970 00:01:00 GMT', age: '-5' }, [60 * second]],
  [{ date: 'Thu, 01 Jan 1970 00:01:00 GMT', age: 'old' }, [60 * second]],
  [{ date: 'today' }, []],
  [{}, []],
])('the clock of the CMS is read from %j', async (headers, expected) => {
  const { call, times } = exchanging([answer({ headers })]);
  await call();
  expect(times).toEqual(expected);
});
