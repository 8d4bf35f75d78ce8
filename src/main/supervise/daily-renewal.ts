import { readTime, wallTime } from '../edition/wall-clock.ts';
import type { Clock } from '../ground/clock.ts';

/** A renewal missed while the machine slept is made up within this time. */
const lateMs = 3600_000;

/** Is due once a day, at a time in the shop's zone. A browser that has just started needs no renewal. */
export class DailyRenewal {
  readonly #clock: Clock;
  readonly #at: number | null;
  #lastDay: number | null = null;

  constructor(clock: Clock, at: string | null) {
    this.#clock = clock;
    this.#at = at === null ? null : readTime(at);
  }

  isDue(zone: string | null): boolean {
    if (this.#at === null) return false;
    const { day, ms } = wallTime(this.#clock.now(), zone);
    const isFirst = this.#lastDay === null;
    const isNow = ms >= this.#at && ms - this.#at < lateMs;
    if (isFirst) this.#lastDay = isNow ? day : day - 1;
    if (!isNow || this.#lastDay === day) return false;
    this.#lastDay = day;
    return true;
  }
}
