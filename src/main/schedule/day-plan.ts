import { isSameMessage, type Message } from '../../shared/languages/message.ts';
import { mediaFileOf } from '../edition/edition.ts';
import type { EntryRecord, MediaKind } from '../edition/records.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import { following } from './following.ts';
import { dayOf } from './instant.ts';
import { meaningOf } from './meaning.ts';
import { type Entries, entriesOf, entryNames } from './names.ts';
import type { Reason } from './reason.ts';
import type { ScheduleInput } from './scene.ts';
import { sharesOf } from './shares.ts';

/** When each entry plays on one day, and why not at other times, for a timeline. Instants are UTC with `Z`. */
export interface DayPlan {
  readonly day: string;
  readonly zone: string;
  readonly from: string;
  readonly until: string;
  /** Playing entries first, in the order in which they begin. */
  readonly entries: readonly DayEntry[];
  /** There are more changes or entries than listed. */
  readonly isCut: boolean;
}

export interface DayEntry {
  readonly entryId: string;
  readonly path: readonly string[];
  /** The name of the media file or playlist; null: unknown to the CMS. */
  readonly name: string | null;
  readonly kind: MediaKind | 'playlist' | null;
  readonly mediaFileId: string | null;
  /** Its conditions in the CMS, for any day; null: unreadable. */
  readonly rule: EntryRule | null;
  /** Its share of the day's screen time in the long run, from 0 to 1. */
  readonly share: number;
  /** They cover the whole day without a gap. */
  readonly periods: readonly DayPeriod[];
}

export type EntryRule = Pick<
  EntryRecord,
  'playRule' | 'startDate' | 'endDate' | 'startTime' | 'endTime' | 'weekdays'
>;

export interface DayPeriod {
  readonly from: string;
  readonly to: string;
  /** Null: it plays. */
  readonly why: WhyNot | null;
}

export interface WhyNot {
  readonly reason: Reason;
  readonly meaning: Message;
  readonly detail: Message | null;
  /** The playlist around the entry does not play. */
  readonly isOuter: boolean;
}

const mostChanges = 300;
const mostEntries = 300;

export function dayPlan(input: ScheduleInput, day: string): DayPlan {
  const { from, until } = dayOf(day, input.zone);
  const first = evaluate({ ...input, at: from });
  const evaluations = [first];
  let isCut = false;
  for (const evaluation of following(input, first)) {
    if (evaluation.at >= until) break;
    isCut = evaluations.length >= mostChanges;
    if (isCut) break;
    evaluations.push(evaluation);
  }
  const entries = entriesOf(input.edition);
  const scenes = evaluations.map((evaluation, index) => ({
    from: evaluation.at,
    to: evaluations[index + 1]?.at ?? until,
    ...verdictsOf(evaluation, entries),
  }));
  const paths = new Map(scenes.flatMap(({ paths }) => [...paths]));
  const all = [...paths].map(([key, path]) => ({
    ...described(input, entries, path),
    share: shareOf(key),
    periods: merged(scenes.map(({ from, to, verdict }) => ({ from, to, why: verdict(key, path) }))),
  }));
  function shareOf(key: string): number {
    const share = scenes.reduce(
      (sum, scene) => sum + (scene.shares.get(key) ?? 0) * (scene.to - scene.from),
      0,
    );
    return Math.round((share / (until - from)) * 1e6) / 1e6;
  }
  const begins = ({ periods }: DayEntry): string => periods.find(({ why }) => why === null)?.from ?? '~';
  return {
    day,
    zone: input.zone,
    from: instant(from),
    until: instant(until),
    entries: all.sort((a, b) => compare(begins(a), begins(b))).slice(0, mostEntries),
    isCut: isCut || all.length > mostEntries,
  };
}

function verdictsOf(evaluation: Evaluation, entries: Entries) {
  const { cues, excluded } = evaluation;
  const parts = sharesOf(evaluation);
  const shares = new Map(cues.map(({ path }, index) => [keyOf(path), parts[index] ?? 0]));
  const playing = new Set(cues.map(({ path }) => keyOf(path)));
  const why = new Map(
    excluded.map(({ path, entryId, reason, detail = null }) => [
      keyOf(path),
      { reason, meaning: meaningOf(reason, entries.get(entryId)), detail },
    ]),
  );
  const paths = new Map([...cues, ...excluded].map(({ path }) => [keyOf(path), path]));
  const verdict = (key: string, path: readonly string[]): WhyNot | null => {
    if (playing.has(key)) return null;
    for (let length = path.length; length > 0; length--) {
      const found = why.get(keyOf(path.slice(0, length)));
      if (found) return { ...found, isOuter: length < path.length };
    }
    // An entry is neither listed nor playing only while its nested playlist plays nothing.
    return {
      reason: 'nested-empty',
      meaning: meaningOf('nested-empty', undefined),
      detail: null,
      isOuter: true,
    };
  };
  return { paths, shares, verdict };
}

function described({ edition }: ScheduleInput, entries: Entries, path: readonly string[]) {
  const entryId = path.at(-1) ?? '';
  const record: EntryRecord | undefined = entries.get(entryId);
  const mediaFileId = record?.mediaFileId ?? null;
  const media = mediaFileId === null ? null : mediaFileOf(edition, mediaFileId);
  const isList = record !== undefined && record.nestedPlaylistId !== null;
  return {
    entryId,
    path,
    name: entryNames(edition).get(entryId) ?? null,
    kind: media?.kind ?? (isList ? ('playlist' as const) : null),
    mediaFileId,
    rule: record === undefined || record.unreadable !== null ? null : ruleOf(record),
  };
}

function ruleOf({ playRule, startDate, endDate, startTime, endTime, weekdays }: EntryRecord): EntryRule {
  return { playRule, startDate, endDate, startTime, endTime, weekdays };
}

function merged(
  periods: readonly { readonly from: number; readonly to: number; readonly why: WhyNot | null }[],
): readonly DayPeriod[] {
  const merging: { from: number; to: number; readonly why: WhyNot | null }[] = [];
  for (const period of periods) {
    const last = merging.at(-1);
    if (last && same(last.why, period.why)) last.to = period.to;
    else merging.push({ ...period });
  }
  return merging.map(({ from, to, why }) => ({ from: instant(from), to: instant(to), why }));
}

function same(one: WhyNot | null, other: WhyNot | null): boolean {
  return (
    one?.reason === other?.reason &&
    isSameMessage(one?.meaning ?? null, other?.meaning ?? null) &&
    isSameMessage(one?.detail ?? null, other?.detail ?? null)
  );
}

function keyOf(path: readonly string[]): string {
  return path.join('>');
}

function instant(at: number): string {
  return new Date(at).toISOString();
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
