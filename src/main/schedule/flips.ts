import { dayMs, type WallClock } from '../edition/wall-clock.ts';
import { flipsOf, judge, judgeWall, type Rule, unlimited } from './rule.ts';

/** More than a week: it contains every weekday and every window that started the day before. */
const ordinaryWeek = 9;

/**
 * The earliest instant after `after` and before `limit` with another verdict than at `after`; infinite if there is none.
 * Exact across clock changes: within a stretch the wall clock runs evenly, so a flip on the wall is one instant; where
 * two stretches meet the reading leaps, so the rule is judged there too.
 */
export function nextFlip(rule: Rule, clock: WallClock, after: number, limit: number): number {
  const verdict = judgeWall(rule, clock.read(after));
  const flips = flipsOf(rule);
  let at = after;
  for (;;) {
    const stretch = clock.stretchAt(at);
    const wall = at + stretch.offset;
    if (at !== after && judgeWall(rule, wall) !== verdict) return at;

    const first = Math.floor(wall / dayMs);
    const stretchEnd = Math.min(stretch.until, limit) + stretch.offset;
    const weekLater = (first + ordinaryWeek) * dayMs;
    const end = Math.min(stretchEnd, weekLater);
    for (let day = first; day * dayMs < end; day++) {
      for (const flip of flips) {
        const reading = day * dayMs + flip;
        if (reading <= wall) continue;
        if (reading >= end || flip === dayMs) break;
        if (judge(rule, day, flip) !== verdict) return reading - stretch.offset;
      }
    }

    if (stretchEnd <= weekLater) {
      at = stretch.until;
    } else {
      // After an ordinary week without a flip only a date can cause one.
      const date = nextDate(rule, first);
      if (date === null) return Number.POSITIVE_INFINITY;
      at = Math.max(weekLater - stretch.offset, clock.wellBefore(date));
    }
    if (at >= limit) return Number.POSITIVE_INFINITY;
  }
}

/** The first day, not before `day`, on which a date of the rule matters. */
export function nextDate(rule: Rule, day: number): number | null {
  const days = datesOf(rule).filter((date) => date >= day);
  const next = Math.min(...days);
  return Number.isFinite(next) ? next : null;
}

/**
 * The latest instant, not after `at` and later than `limit`, at which the conditions began or ceased to hold; minus
 * infinity if there is none. It mirrors `nextFlip`, except that a change of the reason alone does not count.
 */
export function lastHoldFlip(rule: Rule, clock: WallClock, at: number, limit: number): number {
  const held = judgeWall(rule, clock.read(at)) === 0;
  const flips = flipsOf(rule).toReversed();
  let instant = at;
  for (;;) {
    const stretch = clock.stretchAt(instant);
    const wall = instant + stretch.offset;
    if (instant !== at && (judgeWall(rule, wall) === 0) !== held) return instant + 1;

    const last = Math.floor(wall / dayMs);
    const stretchStart = Math.max(stretch.from, limit) + stretch.offset;
    const weekEarlier = (last - ordinaryWeek) * dayMs;
    const start = Math.max(stretchStart, weekEarlier);
    for (let day = last; (day + 1) * dayMs > start; day--) {
      for (const flip of flips) {
        const reading = day * dayMs + flip;
        if (reading > wall) continue;
        if (reading <= start) break;
        if ((judgeWall(rule, reading - 1) === 0) !== held) return reading - stretch.offset;
      }
    }

    if (stretchStart >= weekEarlier) {
      instant = stretch.from - 1;
    } else {
      const date = previousDate(rule, last);
      if (date === null) return Number.NEGATIVE_INFINITY;
      instant = Math.min(weekEarlier - stretch.offset - 1, clock.wellAfter(date));
    }
    if (instant < limit) return Number.NEGATIVE_INFINITY;
  }
}

/** The last day, not after `day`, on which a date of the rule matters. */
export function previousDate(rule: Rule, day: number): number | null {
  const days = datesOf(rule).filter((date) => date <= day);
  const last = Math.max(...days);
  return Number.isFinite(last) ? last : null;
}

/** The days on which a date of the rule matters. Windows over midnight are covered too: they end when the day before no longer counts. */
function datesOf({ startDay, endDay }: Rule): readonly number[] {
  return [startDay, endDay + 1].filter((date) => Math.abs(date) < unlimited);
}
