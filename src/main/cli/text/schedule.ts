import { inEnglish } from '../../../shared/languages/message.ts';
import type { Edition } from '../../edition/edition.ts';
import type { EntryRecord } from '../../edition/records.ts';
import type { Evaluation } from '../../schedule/evaluate.ts';
import { wallText } from '../../schedule/instant.ts';
import { meaningOf } from '../../schedule/meaning.ts';
import { type Entries, entriesOf } from '../../schedule/names.ts';
import { sharesOf, visitsOf } from '../../schedule/shares.ts';
import { table } from './table.ts';

/** The next visible change on a screen. */
export interface NextShow {
  /** Null: none found. */
  readonly at: number | null;
  /** End of the searched period; null: all changes were searched. */
  readonly lookedUntil: number | null;
}

interface TextOptions {
  readonly columns?: number;
  /** Shows entry ids and reason codes, as the CMS and programs know them. */
  readonly ids?: boolean;
}

/** What plays at one instant and why the rest does not. */
export function scheduleText(
  edition: Edition,
  evaluation: Evaluation,
  next: NextShow = { at: evaluation.nextChangeAt, lookedUntil: null },
  { columns = Number.POSITIVE_INFINITY, ids = false }: TextOptions = {},
): string {
  const { at, zone, cues, excluded } = evaluation;
  const entries = entriesOf(edition);
  const pass = lengthText(cues.reduce((sum, cue) => sum + cue.durationMs, 0));
  const where = whereabouts(edition, entries, ids);
  const visits = visitsOf(evaluation, edition);
  const shares = visits.length > 0 ? sharesOf(evaluation) : [];
  const playing = cues.map((cue, index) => [
    String(index + 1),
    cue.name || cue.mediaFileId,
    cue.content.kind,
    lengthText(cue.durationMs),
    cue.sound ? 'yes' : '',
    where(cue.path),
    ...shares.slice(index, index + 1).map((share) => `${(share * 100).toFixed(1)} %`),
  ]);
  const others = excluded.map(({ entryId, path, reason, detail }) => {
    const meaning = inEnglish(meaningOf(reason, entries.get(entryId)));
    const item = nameOf(edition, entries.get(entryId));
    const named = ids ? `${meaning} (${reason})` : meaning;
    const why = detail ? `${named}: ${inEnglish(detail)}` : named;
    return ids ? [where(path), item, why] : [item || `entry ${entryId}`, where(path), why];
  });
  return [
    `At ${wallText(at, zone)} in ${zone}:\n`,
    cues.length === 0
      ? 'Nothing plays.\n'
      : `Plays, ${pass} a pass:\n${tableText(['', 'Item', 'Kind', 'Length', 'Sound', ids ? 'Entry' : 'In', ...(visits.length > 0 ? ['Share'] : [])], playing, columns)}`,
    ...visits.map(
      ({ path, name, order, count, of }) =>
        `${ids ? path.join(' > ') : name}: ${count} of ${of} items each time, ${order === 'random' ? 'at random' : 'in order'}.\n`,
    ),
    ...(excluded.length === 0
      ? []
      : [
          `Does not play:\n${tableText(ids ? ['Entry', 'Item', 'Why'] : ['Item', 'In', 'Why'], others, columns)}`,
        ]),
    nextText(evaluation, next),
  ].join('\n');
}

/** With ids, the path to an entry; with names, the playlists around it. */
function whereabouts(edition: Edition, entries: Entries, ids: boolean) {
  return (path: readonly string[]): string =>
    ids
      ? path.join(' > ')
      : path
          .slice(0, -1)
          .map((id) => nameOf(edition, entries.get(id)) || `entry ${id}`)
          .join(' > ');
}

/** Omits the column of playlists if it is empty. */
function tableText(head: readonly string[], rows: readonly (readonly string[])[], columns: number): string {
  const at = head.indexOf('In');
  const isEmpty = at >= 0 && rows.every((row) => row[at] === '');
  const kept = (cells: readonly string[]): readonly string[] =>
    isEmpty ? cells.filter((_, column) => column !== at) : cells;
  return table(kept(head), rows.map(kept), { columns, longestCell });
}

/** The next visible change, or the next change of reasons only. */
function nextText({ nextChangeAt, zone }: Evaluation, { at, lookedUntil }: NextShow): string {
  if (nextChangeAt === null) return 'Nothing changes after that.\n';
  const reasons = `reasons alone change, first at ${wallText(nextChangeAt, zone)}`;
  if (at !== null) {
    const next = `Next change: ${wallText(at, zone)}.`;
    return at === nextChangeAt ? `${next}\n` : `${next} Before that ${reasons}.\n`;
  }
  const until = lookedUntil === null ? 'any more' : `until ${wallText(lookedUntil, zone)}`;
  return `What plays does not change ${until}; ${reasons}.\n`;
}

/** The changes of a day. `evaluations`: at its start and at each change. */
export function dayText(
  edition: Edition,
  date: string,
  evaluations: readonly Evaluation[],
  more: boolean,
  { columns = Number.POSITIVE_INFINITY, ids = false }: TextOptions = {},
): string {
  const [first] = evaluations;
  if (!first) return '';
  const entries = entriesOf(edition);
  const where = whereabouts(edition, entries, ids);
  const rows = evaluations.flatMap((evaluation, index) => {
    const before = evaluations[index - 1];
    return before ? changeRows(before, evaluation, entries, where) : startRows(evaluation, where);
  });
  const cut = more ? 'There are more changes on that day than are shown here.\n' : '';
  return `${date} in ${first.zone}:\n\n${tableText(['Time', '', 'Item', ids ? 'Entry' : 'In', 'Why'], rows, columns)}${cut}`;
}

const longestCell = 100;

type Row = readonly [time: string, sign: string, item: string, entry: string, why: string];
type Where = (path: readonly string[]) => string;

function startRows({ at, zone, cues }: Evaluation, where: Where): readonly Row[] {
  const time = timeText(at, zone);
  if (cues.length === 0) return [[time, '', 'nothing plays', '', '']];
  return cues.map((cue, index) => [
    index === 0 ? time : '',
    '',
    cue.name || cue.mediaFileId,
    where(cue.path),
    '',
  ]);
}

/** Omits changes that alter only reasons: they are invisible. */
function changeRows(before: Evaluation, after: Evaluation, entries: Entries, where: Where): readonly Row[] {
  const was = new Set(before.cues.map(({ id }) => id));
  const is = new Set(after.cues.map(({ id }) => id));
  const why = new Map(
    after.excluded.map(({ path, entryId, reason }) => [
      path.join('>'),
      inEnglish(meaningOf(reason, entries.get(entryId))),
    ]),
  );
  const come = after.cues.filter(({ id }) => !was.has(id));
  const gone = before.cues.filter(({ id }) => !is.has(id));
  const rows = [
    ...come.map((cue) => ['+', cue, ''] as const),
    ...gone.map((cue) => ['-', cue, reasonFor(cue.path, why)] as const),
  ];
  const time = timeText(after.at, after.zone);
  return [
    ...rows.map(([sign, cue, reason], index): Row => {
      return [index === 0 ? time : '', sign, cue.name || cue.mediaFileId, where(cue.path), reason];
    }),
    ...(after.cues.length === 0 && gone.length > 0 ? [['', '', 'nothing plays', '', ''] as const] : []),
  ];
}

/** Its own reason, or that of the nearest entry around it. */
function reasonFor(path: readonly string[], why: ReadonlyMap<string, string>): string {
  for (let length = path.length; length > 0; length--) {
    const reason = why.get(path.slice(0, length).join('>'));
    if (reason !== undefined) return reason;
  }
  return '';
}

function nameOf({ playlists, mediaFiles }: Edition, entry: EntryRecord | undefined): string {
  const media = mediaFiles[entry?.mediaFileId ?? ''];
  return media?.name ?? playlists[entry?.nestedPlaylistId ?? '']?.name ?? '';
}

function timeText(at: number, zone: string): string {
  return wallText(at, zone).slice(11);
}

/** `7.5 s`, `1:05`, `2:00:00`. */
function lengthText(ms: number): string {
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  const two = (value: number): string => String(Math.floor(value) % 60).padStart(2, '0');
  return seconds < 3600
    ? `${Math.floor(seconds / 60)}:${two(seconds)}`
    : `${Math.floor(seconds / 3600)}:${two(seconds / 60)}:${two(seconds)}`;
}
