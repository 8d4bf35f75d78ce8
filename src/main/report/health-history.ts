import type { HealthRow } from '../store/health-log.ts';

/** One period of the health log, in the format for other programs. */
export interface HealthPeriod extends Omit<HealthRow, 'at' | 'endedAt'> {
  readonly at: string;
  /** Null: it lasts. */
  readonly endedAt: string | null;
  readonly seconds: number | null;
}

export function healthHistory(rows: readonly HealthRow[]): readonly HealthPeriod[] {
  return rows.map(({ at, endedAt, ...row }) => ({
    at: new Date(at).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    seconds: endedAt === null ? null : Math.round((endedAt - at) / 1000),
    ...row,
  }));
}
