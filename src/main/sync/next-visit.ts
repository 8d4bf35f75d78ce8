import type { VitrineError } from '../ground/errors.ts';
import { aroundMs, type Backoff, backoffMs } from '../ground/retry.ts';
import type { SharedNeeds } from './needs.ts';

/** When the CMS is asked again after failures that pass by themselves. */
const backoff: Backoff = { firstMs: 5000, mostMs: 5 * 60_000 };
/** Where a person has to mend something: so soon while somebody is likely at it, and never later than that. */
const mending = { soonMs: 15_000, freshMs: 10 * 60_000, mostMs: 5 * 60_000 };

/** What the last visit came to. */
type Outcome =
  | { readonly kind: 'playable' }
  /** The CMS answered, but what it assigned has nothing in it. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'failed'; readonly error: VitrineError };

type NextVisitNeeds = Pick<SharedNeeds, 'clock' | 'random'>;

/** How long to wait for the next visit. Who mends a mistake in the CMS looks at the screen, and not for long. */
export class NextVisit {
  readonly #needs: NextVisitNeeds;
  #outcome: Outcome = { kind: 'playable' };
  #temporaryFailures = 0;
  /** Steady time at which the outcome became what it is, or the player began. */
  #since: number;

  constructor(needs: NextVisitNeeds) {
    this.#needs = needs;
    this.#since = needs.clock.monotonic();
  }

  /** The player begins to visit: whoever started it is likely still there. */
  begins(): void {
    this.#since = this.#needs.clock.monotonic();
  }

  came(outcome: Outcome): void {
    if (nameOf(outcome) !== nameOf(this.#outcome)) this.#since = this.#needs.clock.monotonic();
    this.#outcome = outcome;
    const passesByItself = outcome.kind === 'failed' && outcome.error.kind === 'temporary';
    this.#temporaryFailures = passesByItself ? this.#temporaryFailures + 1 : 0;
  }

  /** `intervalMs`: between visits when all is well. */
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

  /** A fortieth of the mistake's age: after the first ten minutes it grows from where it was. */
  #mendingMs(): number {
    const { clock, random } = this.#needs;
    const { soonMs, freshMs, mostMs } = mending;
    const ageMs = clock.monotonic() - this.#since;
    const steadyMs = Math.min(mostMs, Math.max(soonMs, (ageMs * soonMs) / freshMs));
    return backoffMs(0, { firstMs: steadyMs, mostMs: steadyMs }, random);
  }
}

/** Two outcomes of the same name are the same answer. Codes of the CMS stand for themselves: its own words may vary. */
function nameOf(outcome: Outcome): string {
  if (outcome.kind !== 'failed') return outcome.kind;
  const { code, message } = outcome.error;
  return code.startsWith('cms-') ? code : `${code}: ${message}`;
}
