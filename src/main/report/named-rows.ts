import { screenOf, zoneOf } from '../../shared/zones.ts';
import type { Edition } from '../edition/edition.ts';
import { type ShowingNames, showingNames } from '../edition/showing-names.ts';
import { dayOf } from '../schedule/instant.ts';
import type { ProofDays } from '../store/proof/proof-days.ts';
import type { ProofRow } from '../store/proof/proof-rows.ts';
import { localDay, localTime } from './local-time.ts';

/** What an export adds to a row. */
export interface RowNames extends ShowingNames {
  /** Which item of a visit it was, and of how many; null: it belonged to no visit. */
  readonly visitItem: number | null;
  readonly visitItems: number | null;
  /** The browser's name of what decoded the video; null: no video, or not reported. */
  readonly decoderName: string | null;
  readonly decodedBy: 'hardware' | 'software' | null;
  readonly screen: string;
  /** Empty: the whole screen. */
  readonly zone: string;
  /** On the player's wall clock. */
  readonly startedLocal: string;
  readonly endedLocal: string | null;
  readonly seconds: number | null;
  /** Of all that its screen or zone showed on the local day on which it began, from 0 to 1. */
  readonly share: number | null;
}

export type NamedRow<Row = ProofRow> = Row & RowNames;

export interface ProofNeeds {
  readonly zone: string;
  /** Names what was shown before names were kept. */
  readonly edition: Edition | null;
  readonly days: ProofDays;
}

/** Rows in the order of their start: only one day's sums are kept. */
export function* namedRows<Row extends ProofRow>(
  rows: Iterable<Row>,
  { zone, edition, days }: ProofNeeds,
): Generator<NamedRow<Row>> {
  let day = { from: 0, until: 0 };
  let shownMs: ReadonlyMap<string, number> = new Map();
  for (const row of rows) {
    const { screenId, startedAt, endedAt } = row;
    if (startedAt < day.from || startedAt >= day.until) {
      day = dayOf(localDay(startedAt, zone), zone);
      shownMs = sumsByScreen(days.items(day.from, day.until));
    }
    const ms = endedAt === null ? null : Math.max(endedAt - startedAt, 0);
    yield {
      ...row,
      ...(row.names ?? showingNames(edition, row)),
      screen: screenOf(screenId),
      zone: zoneOf(screenId),
      startedLocal: localTime(startedAt, zone),
      endedLocal: endedAt === null ? null : localTime(endedAt, zone),
      seconds: ms === null ? null : ms / 1000,
      share: ms === null ? null : shareOf(ms, shownMs.get(screenId) ?? 0),
      visitItem: row.visit?.item ?? null,
      visitItems: row.visit?.of ?? null,
      decoderName: row.decoder?.name ?? null,
      decodedBy: row.decoder ? (row.decoder.isHardware ? 'hardware' : 'software') : null,
    };
  }
}

export function sumsByScreen(
  items: readonly { readonly screenId: string; readonly ms: number }[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { screenId, ms } of items) sums.set(screenId, (sums.get(screenId) ?? 0) + ms);
  return sums;
}

/** To a millionth. A showing that ended after the sum was read is not more than all. */
export function shareOf(ms: number, allMs: number): number {
  return ms === 0 ? 0 : Number(Math.min(ms / Math.max(allMs, ms), 1).toFixed(6));
}
