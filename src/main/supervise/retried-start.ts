import { type Clock, sleep } from '../clock.ts';
import { asVitrineError } from '../errors.ts';
import type { Log } from '../log.ts';
import { type Backoff, doubledMs } from '../retry.ts';

/** When a start is given up. */
export interface StartLimits {
  readonly mostFailures: number;
  /** After the first failure: a start that hangs takes its whole limit each time. */
  readonly longestMs: number;
}

/**
 * Whoever starts the player again changes what else can be changed. In safe mode the ladder has judged by then whether it is
 * the machine: seven failures take half a minute.
 */
export function whileSupervised(slowness: number): StartLimits {
  return { mostFailures: 7, longestMs: 180_000 * slowness };
}

/** Nobody would start the player again. */
export const forEver: StartLimits = {
  mostFailures: Number.POSITIVE_INFINITY,
  longestMs: Number.POSITIVE_INFINITY,
};

export interface RetriedStartNeeds<Started> extends StartLimits {
  readonly clock: Clock;
  readonly log: Log;
  /** `failures`: so many before. */
  start(failures: number): Promise<Started>;
  readonly signal: AbortSignal;
}

const backoff: Backoff = { firstMs: 500, mostMs: 60_000 };

/** Starts what may be slow or unlucky again, ever later. What a person has to mend fails at once. */
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
      log.warn('The browser did not start; it is tried again', { error });
      await sleep(clock, doubledMs(failures, backoff), signal);
    }
  }
}
