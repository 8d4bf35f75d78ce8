import { judge, judgeWall, type Rule } from './rule.ts';
import { dayMs, type WallClock } from './wall.ts';

/** More than a week: every weekday, and each window that started the day before, was looked at. */
const ordinaryWeek = 9;

/**
 * The earliest instant after `after` and before `limit` at which the verdict is another one than at `after`;
 * infinite when there is none. Exact across clock changes: within a stretch the wall runs evenly, so a turn of the
 * rule on the wall is one instant; at the edge between two stretches the reading leaps, so it is judged there.
 */
export function nextTurn(rule: Rule, clock: WallClock, after: number, limit: number): number {
  const verdict = judgeWall(rule, clock.read(after));
  let at = after;
  for (;;) {
    const stretch = clock.stretchAt(at);
    const wall = at + stretch.offset;
    if (at !== after && judgeWall(rule, wall) !== verdict) return at;

    const first = Math.floor(wall / dayMs);
    const edge = Math.min(stretch.until, limit) + stretch.offset;
    const weekLater = (first + ordinaryWeek) * dayMs;
    const end = Math.min(edge, weekLater);
    for (let day = first; day * dayMs < end; day++) {
      for (const turn of rule.turns) {
        const reading = day * dayMs + turn;
        if (reading <= wall) continue;
        if (reading >= end) break;
        if (judge(rule, day, turn) !== verdict) return reading - stretch.offset;
      }
    }

    if (edge <= weekLater) {
      at = stretch.until;
    } else {
      // An ordinary week without a turn: from here on only a date can bring one.
      const date = nextDate(rule, first);
      if (date === null) return Number.POSITIVE_INFINITY;
      at = Math.max(weekLater - stretch.offset, clock.wellBefore(date));
    }
    if (at >= limit) return Number.POSITIVE_INFINITY;
  }
}

/** The first day, not before `day`, on which the dates of the rule make a difference. */
export function nextDate(rule: Rule, day: number): number | null {
  // A window over midnight counts as the day before, so dates tell on the day after, too.
  const days = [rule.startDay, rule.startDay + 1, rule.endDay + 1, rule.endDay + 2];
  const next = Math.min(...days.filter((date) => date >= day));
  return Number.isFinite(next) ? next : null;
}
