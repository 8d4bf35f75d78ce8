import type { Clock } from '../ground/clock.ts';
import type { Showing } from './events.ts';

export type Timed = <Result>(read: () => Promise<Result>) => Promise<Result>;

/** A piece of a file that takes so long comes from a disk that is busy with something else. */
const lateMs = 1_000;
/** A video stalls, or misses its turn, this long after the read that was late: a stage prepares 20 s ahead. */
const echoMs = 30_000;

/** What the stage says of an item whose bytes came too late. */
const lateness = /^(stalled|timeout): /;

export const slowDisk = 'slow disk: ';

/** Knows how long the stage's media take to be read. While reads are late, no item is to blame for being late. */
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

  /** The same showing, with the disk as its reason where that was late. */
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
