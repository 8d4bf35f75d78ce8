import type { VitrineError } from '../ground/errors.ts';
import { aroundMs, type Backoff, backoffMs } from '../ground/retry.ts';
import type { SharedNeeds } from './needs.ts';

/** Retry of the CMS after temporary failures. */
const backoff: Backoff = { firstMs: 5000, mostMs: 5 * 60_000 };
/** Retry after a mistake that a person must fix: soon while the mistake is fresh, then less often. */
const mending = { soonMs: 15_000, freshMs: 10 * 60_000, mostMs: 5 * 60_000 };

/** Outcome of the last visit. */
type Outcome =
  | { readonly kind: 'playable' }
  /** The CMS answered, but the assigned playlist is empty. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'failed'; readonly error: VitrineError };

type NextVisitNeeds = Pick<SharedNeeds, 'clock' | 'random'>;

/** The delay before the next visit. An editor who fixes a mistake watches the screen, but not for long. */
export class NextVisit {
  readonly #needs: NextVisitNeeds;
  #outcome: Outcome = { kind: 'playable' };
  #temporaryFailures = 0;
  /** Monotonic time since which the outcome is the same, or since which the player polls. */
  #since: number;

  constructor(needs: NextVisitNeeds) {
    this.#needs = needs;
    this.#since = needs.clock.monotonic();
  }

  /** Polling starts: the person who started the player is likely still there. */
  start(): void {
    this.#since = this.#needs.clock.monotonic();
  }

  record(outcome: Outcome): void {
    if (nameOf(outcome) !== nameOf(this.#outcome)) this.#since = this.#needs.clock.monotonic();
    this.#outcome = outcome;
    const isTemporary = outcome.kind === 'failed' && outcome.error.kind === 'temporary';
    this.#temporaryFailures = isTemporary ? this.#temporaryFailures + 1 : 0;
  }

  /** `intervalMs`: delay between visits when all is well. */
  delayMs(intervalMs: number): number {
    const { random } = this.#needs;
    const outcome = this.#outcome;
    if (outcome.kind === 'playable') return aroundMs(intervalMs, random);
    if (outcome.kind === 'empty') return Math.min(aroundMs(intervalMs, random), this.#mendingMs());
    const { error } = outcome;
    const mostMs = Math.max(intervalMs, backoff.mostMs);
    const own =
      error.kind === 'temporary'
        ? backoffMs(this.#temporaryFailures - 1, { ...backoff, mostMs }, random)
        : this.#mendingMs();
    return Math.max(error.retryAfterMs ?? 0, own);
  }

  /** 15 s for the first ten minutes, then a fortieth of the mistake's age: both meet at ten minutes. */
  #mendingMs(): number {
    const { clock, random } = this.#needs;
    const { soonMs, freshMs, mostMs } = mending;
    const ageMs = clock.monotonic() - this.#since;
    const steadyMs = Math.min(mostMs, Math.max(soonMs, (ageMs * soonMs) / freshMs));
    return backoffMs(0, { firstMs: steadyMs, mostMs: steadyMs }, random);
  }
}

/** Outcomes of the same name count as unchanged. Of CMS errors only the code counts: the text may vary each time. */
function nameOf(outcome: Outcome): string {
  if (outcome.kind !== 'failed') return outcome.kind;
  const { code, message } = outcome.error;
  return code.startsWith('cms-') ? code : `${code}: ${message}`;
}
