import type { FromScreen } from '../../shared/messages.ts';
import type { Clock } from '../ground/clock.ts';
import type { Seen } from './hand-over.ts';
import type { Showings } from './showings.ts';

/** A stage that reports nothing for this much longer than its item lasts stands still, even if it paints. */
const overdueMs = 90_000;

/** When the item in sight should end, by its cue and by its stage's reports, and whether its stage stands still. */
export class ItemClock {
  readonly #clock: Clock;
  readonly #showings: Pick<Showings, 'last' | 'longestMs'>;
  /** When the newest item began, by the steady clock. */
  #startedAt = 0;
  /** The first heartbeat since the stage last reported on its items, or advanced; by the stage's own clock. */
  #quietSince: number | null = null;
  /** For a clip of unknown length: what was left of it at the last heartbeat, and the end that follows from it. */
  #remainingMs: number | null = null;
  #reportedEnd: number | null = null;

  constructor(clock: Clock, showings: Pick<Showings, 'last' | 'longestMs'>) {
    this.#clock = clock;
    this.#showings = showings;
  }

  started(): void {
    this.#startedAt = this.#clock.monotonic();
    this.#reportedEnd = null;
  }

  /** The stage reported something other than a heartbeat. */
  reported(): void {
    this.#quietSince = null;
  }

  heartbeat({ mono, remainingMs = null }: FromScreen & { type: 'heartbeat' }): void {
    if (this.#advances(remainingMs)) this.#quietSince = null;
    this.#quietSince ??= mono;
  }

  /** Judged by the stage's clock: this process may have been stopped while reports were on their way. */
  standsStill(mono: number): boolean {
    const { longestMs } = this.#showings;
    return longestMs !== null && mono - (this.#quietSince ?? mono) > longestMs + overdueMs;
  }

  /** The steady clock decides: the wall clock can leap while an item is in sight. */
  get isOver(): boolean {
    const { last, longestMs } = this.#showings;
    return this.#clock.monotonic() - this.#startedAt > (longestMs ?? 0) && !last?.cue.lengthUnknown;
  }

  get seen(): Seen | null {
    const { last } = this.#showings;
    if (!last) return null;
    const { key, mark, startedAt, cue } = last;
    const isGuess = cue.lengthUnknown === true && this.#reportedEnd === null;
    return {
      showingId: key.showingId,
      mark,
      endsAt: this.#reportedEnd ?? startedAt + cue.durationMs,
      isGuess,
    };
  }

  /** Whether a clip of unknown length has less left than at the heartbeat before. */
  #advances(remainingMs: number | null): boolean {
    const before = this.#remainingMs;
    this.#remainingMs = remainingMs;
    const isUnknown = this.#showings.last?.cue.lengthUnknown === true;
    this.#reportedEnd = isUnknown && remainingMs !== null ? this.#clock.now() + remainingMs : null;
    return isUnknown && before !== null && remainingMs !== null && remainingMs < before;
  }
}
