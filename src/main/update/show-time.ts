/** What the screens show at an instant. */
export interface Sighted {
  /** A display is there and wanted on. */
  readonly isLit: boolean;
  /** The programme has an item for one of them. */
  readonly isDue: boolean;
  /** An item is due, and none is in sight, or one that should be over. */
  readonly isLate: boolean;
}

/** For how long which of that was so. Only time in which something was due proves anything of a release. */
export interface ShowTimes {
  readonly litMs: number;
  readonly dueMs: number;
  /** Without a break, until now. */
  readonly overdueMs: number;
  /** A display is on and nothing is due: without a break, until now. */
  readonly idleMs: number;
}

const longestStepMs = 15_000;

export class ShowTime {
  #times: ShowTimes = { litMs: 0, dueMs: 0, overdueMs: 0, idleMs: 0 };
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Called every few seconds; instants are those of the steady clock. */
  look({ isLit, isDue, isLate }: Sighted, now: number): ShowTimes {
    // A player that stood still saw nothing meanwhile.
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
