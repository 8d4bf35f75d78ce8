import { type Clock, sleep } from '../ground/clock.ts';
import { asVitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { type Backoff, doubledMs } from '../ground/retry.ts';

/** When to give up. */
export interface StartLimits {
  readonly mostFailures: number;
  /** Counted from the first failure: a hanging start takes its whole limit each time. */
  readonly longestMs: number;
}

/**
 * A restart of the player changes more than a restart of the browser. Seven failures take half a minute: by then the ladder has
 * judged, in safe mode, whether the machine is the cause.
 */
export function whileSupervised(slowness: number): StartLimits {
  return { mostFailures: 7, longestMs: 180_000 * slowness };
}

/** For a player that nothing restarts. */
export const forEver: StartLimits = {
  mostFailures: Number.POSITIVE_INFINITY,
  longestMs: Number.POSITIVE_INFINITY,
};

export interface RetriedStartNeeds<Started> extends StartLimits {
  readonly clock: Clock;
  readonly log: Log;
  /** `failures`: how many came before. */
  start(failures: number): Promise<Started>;
  readonly signal: AbortSignal;
}

const backoff: Backoff = { firstMs: 500, mostMs: 60_000 };

/** Retries a start that may be slow or unlucky, with backoff. What only a person can repair fails at once. */
export async function startWithRetries<Started>(needs: RetriedStartNeeds<Started>): Promise<Started> {
  const { clock, log, start, mostFailures, longestMs, signal } = needs;
  let failedAt: number | null = null;
  for (let failures = 0; ; failures++) {
    try {
      return await start(failures);
    } catch (thrown) {
      const error = asVitrineError(thrown);
      failedAt ??= clock.monotonic();
      const isHopeless = failures + 1 >= mostFailures || clock.monotonic() - failedAt >= longestMs;
      if (!error.retryable || isHopeless || signal.aborted) throw thrown;
      log.warn('The browser did not start; the player retries', { error });
      await sleep(clock, doubledMs(failures, backoff), signal);
    }
  }
}
