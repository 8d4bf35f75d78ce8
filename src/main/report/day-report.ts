import { type Hours, horizonMs, nextBoundary, type Wanted, wantedAt } from '../edition/hours.ts';
import type { DayPlan } from '../schedule/day-plan.ts';
import type { HealthRow } from '../store/health-log.ts';
import type { ShownEntry } from '../store/proof/proof-sums.ts';
import { type HealthPeriod, healthHistory } from './health-history.ts';

/** One day of a screen: the plan and what was shown. */
export interface DayReport extends DayPlan {
  readonly screenId: string;
  readonly screens: readonly string[];
  /** By plan, without gaps. */
  readonly display: readonly DisplayPeriod[];
  /** Past periods without a record of health: no player ran. */
  readonly stopped: readonly Stretch[];
  /** The newest first. */
  readonly health: readonly HealthPeriod[];
  /** What was shown, by quarters of an hour. */
  readonly shown: readonly {
    readonly entryId: string;
    readonly at: string;
    readonly showings: number;
    readonly failed: number;
    /** When the last of them began. */
    readonly lastAt: string;
  }[];
}

interface Stretch {
  readonly from: string;
  readonly to: string;
}

export interface DisplayPeriod extends Stretch {
  readonly wanted: Wanted;
}

interface DayFacts {
  readonly plan: DayPlan;
  readonly screenId: string;
  readonly screens: readonly string[];
  /** Null: always on. */
  readonly hours: Hours | null;
  /** The newest first. */
  readonly health: readonly HealthRow[];
  /** The oldest rows were deleted: before the first one, nobody knows whether a player ran. */
  readonly isHealthCut: boolean;
  readonly shown: readonly ShownEntry[];
  readonly now: number;
}

/** A restart is shorter. */
const leastStoppedMs = 60_000;

export function dayReport({ plan, screenId, screens, hours, shown, ...facts }: DayFacts): DayReport {
  const [from, until] = [Date.parse(plan.from), Date.parse(plan.until)];
  return {
    ...plan,
    screenId,
    screens,
    display: displayPeriods(hours, { from, until, zone: plan.zone }),
    stopped: stoppedPeriods(facts, from, until),
    health: healthHistory(
      facts.health.filter(({ at, endedAt }) => at < until && (endedAt === null || endedAt > from)),
    ),
    shown: shown.map((one) => ({
      ...one,
      at: new Date(one.at).toISOString(),
      lastAt: new Date(one.lastAt).toISOString(),
    })),
  };
}

function stoppedPeriods(
  { health, isHealthCut, now }: Pick<DayFacts, 'health' | 'isHealthCut' | 'now'>,
  from: number,
  until: number,
): readonly Stretch[] {
  const end = Math.min(until, now);
  const rows = health.toReversed().toSorted((one, two) => one.at - two.at);
  const stopped: Stretch[] = [];
  let ranUntil = isHealthCut ? Math.max(from, rows[0]?.at ?? from) : from;
  for (const { at, endedAt } of [...rows, { at: end, endedAt: end }]) {
    const begin = Math.min(at, end);
    if (begin - ranUntil >= leastStoppedMs)
      stopped.push({ from: new Date(ranUntil).toISOString(), to: new Date(begin).toISOString() });
    ranUntil = Math.max(ranUntil, endedAt ?? end);
  }
  return stopped;
}

export function displayPeriods(
  hours: Hours | null,
  { from, until, zone }: { readonly from: number; readonly until: number; readonly zone: string },
): readonly DisplayPeriod[] {
  const periods: DisplayPeriod[] = [];
  for (let at = from; at < until; ) {
    const next = hours === null ? until : (nextBoundary(hours, at, zone) ?? at + horizonMs);
    const to = Math.min(next, until);
    const wanted = hours === null ? 'on' : wantedAt(hours, at, zone);
    const before = periods.at(-1)?.wanted === wanted ? periods.pop() : undefined;
    periods.push({
      from: before?.from ?? new Date(at).toISOString(),
      to: new Date(to).toISOString(),
      wanted,
    });
    at = to;
  }
  return periods;
}
