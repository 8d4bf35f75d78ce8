import { type Hours, nextBoundary, type Wanted, wantedAt } from '../edition/hours.ts';
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
  /** The newest first. */
  readonly health: readonly HealthPeriod[];
  /** What was shown, by quarters of an hour. */
  readonly shown: readonly {
    readonly entryId: string;
    readonly at: string;
    readonly showings: number;
    readonly failed: number;
  }[];
}

export interface DisplayPeriod {
  readonly from: string;
  readonly to: string;
  readonly wanted: Wanted;
}

interface DayFacts {
  readonly plan: DayPlan;
  readonly screenId: string;
  readonly screens: readonly string[];
  /** Null: always on. */
  readonly hours: Hours | null;
  readonly health: readonly HealthRow[];
  readonly shown: readonly ShownEntry[];
}

export function dayReport({ plan, screenId, screens, hours, health, shown }: DayFacts): DayReport {
  const [from, until] = [Date.parse(plan.from), Date.parse(plan.until)];
  return {
    ...plan,
    screenId,
    screens,
    display: displayPeriods(hours, { from, until, zone: plan.zone }),
    health: healthHistory(
      health.filter(({ at, endedAt }) => at < until && (endedAt === null || endedAt > from)),
    ),
    shown: shown.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
  };
}

export function displayPeriods(
  hours: Hours | null,
  { from, until, zone }: { readonly from: number; readonly until: number; readonly zone: string },
): readonly DisplayPeriod[] {
  const periods: DisplayPeriod[] = [];
  for (let at = from; at < until; ) {
    const next = (hours && nextBoundary(hours, at, zone)) ?? until;
    const to = Math.min(next, until);
    const wanted = hours === null ? 'on' : wantedAt(hours, at, zone);
    periods.push({ from: new Date(at).toISOString(), to: new Date(to).toISOString(), wanted });
    at = to;
  }
  return periods;
}
