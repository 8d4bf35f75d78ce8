import { message } from '../../shared/languages/message.ts';
import { type Clock, sleep } from '../ground/clock.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { type Backoff, backoffMs, retryAfterLeftMs, retryAfterMs } from '../ground/retry.ts';
import type { Answer, Body } from '../net/send.ts';
import type { Transport } from '../net/transport.ts';
import type { RetryAfterStore } from './api.ts';
import { blankSecrets } from './blank.ts';
import type { Credentials } from './credentials.ts';
import { captivePortal, instantText, statusFailure } from './status.ts';

export interface ExchangeLimits {
  /** Retries after a temporary failure. */
  readonly retries: number;
  readonly backoff: Backoff;
  /** A call waits for a `Retry-After` up to this; a longer one ends the call. */
  readonly shortWaitMs: number;
  readonly bytes: number;
}

export const defaultExchangeLimits: ExchangeLimits = {
  retries: 2,
  backoff: { firstMs: 1000, mostMs: 15_000 },
  shortWaitMs: 10_000,
  bytes: 64 * 1024 * 1024,
};

export interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
  /** Idempotent. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface ExchangeNeeds {
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly credentials: Credentials;
  readonly retryAfter: RetryAfterStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: ExchangeLimits;
  readonly random?: () => number;
  readonly onServerTime?: (time: number) => void;
}

/** One request with `Retry-After`, token, retries and status handling. */
export class CmsExchange {
  readonly #needs: ExchangeNeeds;
  readonly #origin: string;

  constructor(needs: ExchangeNeeds) {
    this.#needs = needs;
    this.#origin = new URL(needs.baseUrl).origin;
  }

  /** Answers a 2xx or 304 from the interface itself; everything else is thrown. */
  async call(call: Call): Promise<Answer> {
    const { clock, limits, log } = this.#needs;
    for (let failures = 0; ; failures++) {
      await this.#awaitRetryAfter(call.signal);
      let failure: VitrineError;
      try {
        return await this.#withToken(call);
      } catch (error) {
        call.signal?.throwIfAborted();
        failure = asVitrineError(error);
      }
      const mayRepeat = call.repeatable || neverSent.has(failure.code);
      if (!failure.retryable || !mayRepeat || failures >= limits.retries || !worthRepeating(failure))
        throw failure;
      if (failure.retryAfterMs !== null && failure.retryAfterMs > limits.shortWaitMs) throw failure;
      const wait = Math.max(
        failure.retryAfterMs ?? 0,
        backoffMs(failures, limits.backoff, this.#needs.random),
      );
      log.debug('retrying a CMS call', { code: failure.code, failures: failures + 1, waitMs: wait });
      await sleep(clock, wait, call.signal);
    }
  }

  /** Honours `Retry-After`: waits for a short one, and throws for a long one. */
  async #awaitRetryAfter(signal: AbortSignal | undefined): Promise<void> {
    const { retryAfter, clock, limits } = this.#needs;
    const until = retryAfter.until();
    if (until === null) return;
    const left = retryAfterLeftMs(until, clock.now());
    if (left === 0) {
      retryAfter.set(null);
      return;
    }
    if (left > limits.shortWaitMs) {
      const why = message('cms-rate-limited.until', { until: instantText(until) });
      throw new VitrineError('temporary', why, { retryAfterMs: left });
    }
    await sleep(clock, left, signal);
  }

  /** A refused token is refreshed once, and then the request is repeated once. */
  async #withToken(call: Call): Promise<Answer> {
    const { credentials } = this.#needs;
    const token = await credentials.current(call.signal);
    const first = await this.#send(call, token);
    if (first.status !== 401 || this.#isElsewhere(first)) return this.#judge(call, first);
    if (!(await credentials.refresh(token, call.signal))) return this.#judge(call, first);
    return this.#judge(call, await this.#send(call, await credentials.current(call.signal)));
  }

  async #send(call: Call, token: string): Promise<Answer> {
    const answer = await this.#needs.transport({
      method: call.method,
      url: call.url,
      headers: { accept: 'application/json', ...call.headers },
      originHeaders: { origin: this.#origin, headers: { authorization: `Bearer ${token}` } },
      ...(call.body ? { body: call.body } : {}),
      bytes: this.#needs.limits.bytes,
      signal: call.signal,
    });
    blankSecrets(answer.body, this.#needs.credentials.secrets());
    return answer;
  }

  #isElsewhere(answer: Answer): boolean {
    return new URL(answer.url).origin !== this.#origin;
  }

  #judge(call: Call, answer: Answer): Answer {
    if (this.#isElsewhere(answer)) this.#refuseElsewhere(answer);
    this.#noteTime(answer);
    if (answer.status === 304 && call.headers !== undefined) return answer;
    const { retryAfter, clock } = this.#needs;
    const now = clock.now();
    const ms =
      answer.status === 429 || answer.status === 503
        ? retryAfterMs(answer.headers['retry-after'], answer.headers.date, now)
        : null;
    const wait = ms === null ? null : { ms, until: now + ms };
    if (wait !== null) retryAfter.set(wait.until);
    const failure = statusFailure(answer, call.method, new URL(call.url).pathname, wait);
    if (failure) throw failure;
    return answer;
  }

  /** The date of a cached answer is that of its making. */
  #noteTime(answer: Answer): void {
    const time = Date.parse(answer.headers.date ?? '');
    const age = Number(answer.headers.age ?? 0);
    if (!Number.isNaN(time)) this.#needs.onServerTime?.(time + (age > 0 ? age * 1000 : 0));
  }

  /** Another origin got no token, and may only return plain data. */
  #refuseElsewhere(answer: Answer): void {
    const isData = /\bjson\b/i.test(answer.headers['content-type'] ?? '') && answer.status < 300;
    if (isData) return;
    const there = new URL(answer.url);
    if (bareName(there.hostname) !== bareName(new URL(this.#origin).hostname))
      throw captivePortal(there.host);
    const { origin } = there;
    const address = `${origin}${new URL(this.#needs.baseUrl).pathname}`;
    throw new VitrineError('permanent', message('cms-redirected', { origin, address }));
  }
}

/** Nothing was sent before these failures: even a creation may be repeated. */
const neverSent = new Set(['cms-unreachable-name', 'cms-unreachable-refused', 'cms-unreachable-route']);

/** A wrong clock, certificate or network does not recover within seconds. */
function worthRepeating(failure: VitrineError): boolean {
  return (
    !failure.code.startsWith('cms-tls') &&
    !failure.code.startsWith('network-') &&
    failure.code !== 'cms-captive-portal' &&
    failure.code !== 'cms-redirect-loop'
  );
}

function bareName(host: string): string {
  return host.replace(/^www\./, '');
}
