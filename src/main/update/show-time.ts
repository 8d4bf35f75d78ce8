/** What the screens show at one instant. */
export interface Sighted {
  /** A display is connected and should be on. */
  readonly isLit: boolean;
  /** The programme has an item for one of them. */
  readonly isDue: boolean;
  /** An item is due, but none is visible, or only one that should have ended. */
  readonly isLate: boolean;
}

/** Durations of these states. Only time with something due proves anything about a release. */
export interface ShowTimes {
  readonly litMs: number;
  readonly dueMs: number;
  /** Without a break, until now. */
  readonly overdueMs: number;
  /** How long a display has been on with nothing due, without a break, until now. */
  readonly idleMs: number;
}

const longestStepMs = 15_000;

export class ShowTime {
  #times: ShowTimes = { litMs: 0, dueMs: 0, overdueMs: 0, idleMs: 0 };
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Called every few seconds, with the monotonic clock. */
  look({ isLit, isDue, isLate }: Sighted, now: number): ShowTimes {
    // A stalled player observed nothing.
    const ms = Math.min(now - this.#at, longestStepMs);
    this.#at = now;
    const { litMs, dueMs, overdueMs, idleMs } = this.#times;
    this.#times = {
      litMs: litMs + (isLit ? ms : 0),
      dueMs: dueMs + (isLit && isDue ? ms : 0),
      overdueMs: isLit && isLate ? overdueMs + ms : 0,
      idleMs: isLit && !isDue ? idleMs + ms : 0,
    };
    return this.#times;
  }
}
