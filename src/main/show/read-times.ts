import type { Clock } from '../ground/clock.ts';
import type { Showing } from './events.ts';

export type Timed = <Result>(read: () => Promise<Result>) => Promise<Result>;

/** A single read that takes this long means that the disk is busy with something else. */
const lateMs = 1_000;
/** How long after a late read a video may stall or miss its turn: a stage prepares 20 s ahead. */
const echoMs = 30_000;

/** The reasons that a stage reports when the bytes of an item arrive too late. */
const lateness = /^(stalled|timeout): /;

export const slowDisk = 'slow disk: ';

/** Times the reads of the stage's media. While reads are late, an item that is late gets no strike. */
export class ReadTimes {
  readonly #clock: Clock;
  readonly #pending = new Set<{ readonly since: number }>();
  #lateAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly timed: Timed = async (read) => {
    const one = { since: this.#clock.monotonic() };
    this.#pending.add(one);
    try {
      return await read();
    } finally {
      this.#pending.delete(one);
      this.#judge(one.since);
    }
  };

  /** The same showing, with the disk as its reason if reads were late. */
  excused(showing: Showing): Showing {
    if (showing.type === 'started' || !this.#areLate) return showing;
    const { reason } = showing;
    return reason !== null && lateness.test(reason)
      ? { ...showing, reason: `${slowDisk}${reason}` }
      : showing;
  }

  get #areLate(): boolean {
    for (const { since } of this.#pending) this.#judge(since);
    return this.#clock.monotonic() - this.#lateAt < echoMs;
  }

  #judge(since: number): void {
    const now = this.#clock.monotonic();
    if (now - since >= lateMs) this.#lateAt = now;
  }
}
