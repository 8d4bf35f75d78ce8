import { type Clock, sleep } from '../clock.ts';
import { asVitrineError } from '../errors.ts';
import type { Log } from '../log.ts';
import { type Backoff, doubledMs } from '../retry.ts';

export interface PatientStartNeeds<Started> {
  readonly clock: Clock;
  readonly log: Log;
  /** `failures`: so many before. */
  start(failures: number): Promise<Started>;
  /** After so many failures somebody else has to look after it; infinite: nobody would. */
  readonly mostFailures: number;
  readonly signal: AbortSignal;
}

const backoff: Backoff = { firstMs: 500, mostMs: 60_000 };

/** Starts what may be slow or unlucky again, ever later. What a person has to mend fails at once. */
export async function startPatiently<Started>(needs: PatientStartNeeds<Started>): Promise<Started> {
  const { clock, log, start, mostFailures, signal } = needs;
  for (let failures = 0; ; failures++) {
    try {
      return await start(failures);
    } catch (thrown) {
      const error = asVitrineError(thrown);
      if (!error.retryable || failures + 1 >= mostFailures || signal.aborted) throw thrown;
      log.warn('The browser did not start; it is tried again', { error });
      await sleep(clock, doubledMs(failures, backoff), signal);
    }
  }
}
