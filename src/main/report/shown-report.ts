import { type Message, message } from '../../shared/languages/message.ts';
import type { Verdict } from '../edition/verdict.ts';
import type { HealthRow } from '../store/health-log.ts';

/** What was shown on the last days, and gaps in the show. */
export interface ShownReport {
  readonly zone: string;
  readonly days: readonly ShownDay[];
  /** Most shown first. */
  readonly items: readonly ShownMedia[];
  /** The newest first. */
  readonly gaps: readonly Gap[];
}

export interface ShownDay {
  readonly day: string;
  readonly from: string;
  readonly until: string;
  /** Seconds of the day by verdict; `none`: the player did not run. Time before the first record is left out. */
  readonly seconds: Readonly<Record<Verdict | 'none', number>>;
}

export interface ShownMedia {
  readonly mediaFileId: string;
  /** Null: the active edition does not contain it. */
  readonly name: string | null;
  /** By day, in the order of `days`. */
  readonly showings: readonly number[];
  readonly failed: readonly number[];
  readonly seconds: readonly number[];
  /** Null: it was not shown on these days. */
  readonly lastAt: string | null;
}

/** A screen that should have shown something did not. */
export interface Gap {
  readonly screenId: string;
  readonly from: string;
  readonly to: string;
  readonly why: Message;
}

export function secondsOf(
  rows: readonly HealthRow[],
  from: number,
  until: number,
): Readonly<Record<Verdict | 'none', number>> {
  const ms = { well: 0, attention: 0, dark: 0 };
  for (const { at, endedAt, verdict } of rows)
    ms[verdict] += Math.max(Math.min(endedAt ?? until, until) - Math.max(at, from), 0);
  const first = Math.min(...rows.map(({ at }) => at));
  const known = Math.max(until - Math.max(from, first), 0);
  const none = Math.max(known - ms.well - ms.attention - ms.dark, 0);
  const seconds = (value: number): number => Math.round(value / 1000);
  return {
    well: seconds(ms.well),
    attention: seconds(ms.attention),
    dark: seconds(ms.dark),
    none: seconds(none),
  };
}

/** Explains a gap by the health log. */
export function whyOf(rows: readonly HealthRow[], from: number, to: number): Message {
  const during = rows.filter(({ at, endedAt }) => at < to && (endedAt === null || endedAt > from));
  const worst =
    during.find(({ verdict }) => verdict === 'dark') ?? during.find(({ verdict }) => verdict !== 'well');
  const covered = during.reduce(
    (sum, { at, endedAt }) => sum + Math.min(endedAt ?? to, to) - Math.max(at, from),
    0,
  );
  if (covered < (to - from) / 2) return message('health.gap.not-running');
  return worst?.sentence ?? message('health.gap.nothing-due');
}
