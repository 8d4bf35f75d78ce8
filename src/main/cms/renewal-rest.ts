import type { Clock } from '../ground/clock.ts';
import type { VitrineError } from '../ground/errors.ts';

/** A refusal may be the CMS's mistake, so it is retried after this. */
const afterRefusalMs = 10 * 60_000;
const afterFailureMs = 30_000;

/** Delays further renewals of a token after a failed one. */
export class RenewalRest {
  readonly #clock: Clock;
  #resting: { readonly token: string; readonly until: number; readonly error: VitrineError } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begin(token: string, error: VitrineError): void {
    const wait = error.kind === 'auth' ? afterRefusalMs : afterFailureMs;
    this.#resting = { token, until: this.#clock.monotonic() + wait, error };
  }

  /** Why this token is not renewed now, or null. */
  reason(token: string): VitrineError | null {
    const resting = this.#resting;
    return resting?.token === token && this.#clock.monotonic() < resting.until ? resting.error : null;
  }
}
