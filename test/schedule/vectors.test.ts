import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emptyHoldings } from '../../src/main/edition/holdings.ts';
import type { EntryRecord, MediaFileRecord } from '../../src/main/edition/records.ts';
import { type Evaluation, evaluate } from '../../src/main/schedule/evaluate.ts';
import { explain } from '../../src/main/schedule/explain.ts';
import { reasons } from '../../src/main/schedule/reason.ts';
import type { ScheduleInput } from '../../src/main/schedule/scene.ts';
import { message } from '../../src/shared/languages/message.ts';
import { expand } from '../../src/shared/sequence.ts';
import type { Turns } from '../../src/shared/visit.ts';
import { edition, entry, mediaFile, playlist } from '../support/records.ts';
import { held, scheduleInput } from './inputs.ts';

// README.md describes the format, so that other players can use the same file.
interface Case {
  readonly name: string;
  readonly zone: string;
  readonly playlists: Readonly<Record<string, PlaylistFields>>;
  readonly media?: Readonly<Record<string, MediaFile | null>>;
  readonly missing?: readonly string[];
  readonly failed?: readonly string[];
  readonly unavailable?: readonly string[];
  readonly undecodable?: readonly string[];
  readonly clockTrusted?: boolean;
  readonly vectors: readonly Vector[];
}

interface PlaylistFields extends Playback {
  readonly playback_order?: 0 | 1;
  readonly entries: readonly Entry[];
}

interface Playback {
  readonly playback_rule?: 0 | 1 | 2;
  readonly playback_entry_count?: number;
}

interface Entry extends Playback {
  readonly id: string;
  readonly repeat?: number;
  readonly media_file_id?: string;
  readonly playlist_id_as_nested_playlist?: string;
  readonly index?: number;
  readonly duration?: number;
  readonly is_sound_played?: 0 | 1;
  readonly play_rule?: 0 | 1 | 2;
  readonly start_date?: string;
  readonly end_date?: string;
  readonly start_time?: string;
  readonly end_time?: string;
  readonly weekdays?: number | null;
  readonly deleted_at?: string;
}

interface MediaFile {
  readonly kind?: MediaFileRecord['kind'];
  readonly status?: 0 | 1 | 2 | 3 | null;
  readonly deleted_at?: string;
  readonly ownLengthMs?: number;
  readonly url?: string;
}

interface Vector {
  readonly at: string;
  readonly cues: readonly { path: readonly string[]; durationMs?: number; kind?: string; sound?: boolean }[];
  readonly excluded: readonly { path: readonly string[]; reason: string }[];
  readonly nextChangeAt: string | null;
  readonly passes?: readonly (readonly string[])[];
  readonly shares?: Readonly<Record<string, number>>;
}

const { cases } = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as {
  cases: readonly Case[];
};

const playRules = ['schedule', 'always', 'never'] as const;
const statuses = ['waiting', 'converting', 'failed', 'converted'] as const;

function readEntries(given: readonly Entry[]): readonly EntryRecord[] {
  return given.flatMap(({ repeat, ...fields }, place) =>
    repeat === undefined
      ? readEntry(fields, place)
      : Array.from({ length: repeat }, (_, count) =>
          readEntry({ ...fields, id: `${fields.id}${count}` }, count),
        ),
  );
}

function readEntry(fields: Entry, place: number): EntryRecord {
  return entry(fields.id, {
    index: fields.index ?? place,
    duration: fields.duration ?? 10,
    sound: fields.is_sound_played === 1,
    playRule: playRules[fields.play_rule ?? 1] ?? 'always',
    startDate: fields.start_date ?? null,
    endDate: fields.end_date ?? null,
    startTime: fields.start_time ?? null,
    endTime: fields.end_time ?? null,
    weekdays: fields.weekdays ?? 0,
    deletedAt: fields.deleted_at ?? null,
    mediaFileId: fields.media_file_id ?? null,
    nestedPlaylistId: fields.playlist_id_as_nested_playlist ?? null,
    ...readVisit(fields),
  });
}

const playbackRules = ['all', 'continuous', 'random'] as const;

function readVisit({ playback_rule: number, playback_entry_count: count }: Playback) {
  const rule = number === undefined ? undefined : playbackRules[number];
  const visit = { ...(rule ? { rule } : {}), ...(count ? { count } : {}) };
  return Object.keys(visit).length > 0 ? { visit } : {};
}

function readMedia(id: string, file: MediaFile): MediaFileRecord {
  const status = file.status === undefined ? 3 : file.status;
  return mediaFile(id, {
    kind: file.kind ?? 'image',
    status: status === null ? null : (statuses[status] ?? null),
    deletedAt: file.deleted_at ?? null,
    page: file.url === undefined ? null : { address: file.url, headers: {} },
  });
}

const odd = 'video/mp4; codecs="odd1"';

function readCase({
  playlists,
  media: files = {},
  missing = [],
  failed = [],
  unavailable = [],
  undecodable = [],
  clockTrusted = true,
  zone,
}: Case) {
  const lists = Object.entries(playlists).map(([id, { entries, playback_order, ...playback }]) =>
    playlist(id, readEntries(entries), { shuffled: playback_order === 1, ...readVisit(playback) }),
  );
  const ids = new Set(
    lists.flatMap(({ entries }) => entries.flatMap(({ mediaFileId }) => mediaFileId ?? [])),
  );
  const known = [...ids].flatMap((id) => {
    const file = files[id];
    return file === null ? [] : [readMedia(id, file ?? {})];
  });
  const made = { ...edition(lists), mediaFiles: Object.fromEntries(known.map((file) => [file.id, file])) };
  const objects = known.flatMap(({ id, kind }) => {
    if (missing.includes(id) || (kind !== 'image' && kind !== 'video' && kind !== 'audio')) return [];
    const mimeType = undecodable.includes(id) ? odd : 'image/png';
    return [[id, held(id, { kind, mimeType, durationMs: files[id]?.ownLengthMs ?? null })] as const];
  });
  return scheduleInput(made, {
    zone,
    clockTrusted,
    holdings: {
      ...emptyHoldings,
      objects: new Map(objects),
      putAside: new Map(failed.map((id) => [id, 'failed'])),
      missing: new Map(
        unavailable.map((id) => [id, { message: message('media-gone', { status: 404 }), failed: true }]),
      ),
      undecodable: new Set([odd]),
    },
  });
}

/** Values that a vector leaves out have the most common value. */
const usual = { durationMs: 10_000, kind: 'image', sound: false };

function expectVector(input: ScheduleInput, vector: Vector): void {
  const { at, cues, excluded, nextChangeAt, passes, shares } = vector;
  const evaluation = evaluate({ ...input, at: Date.parse(at) });
  const report = explain(evaluation, input.edition, input.screenId);
  if (passes) expect(passesOf(evaluation, passes.length)).toEqual(passes);
  if (shares)
    expect(Object.fromEntries(report.cues.map(({ path, share }) => [path.join('>'), share]))).toEqual(shares);
  const listed = report.cues.map(({ path, durationMs, kind, sound }) => ({ path, durationMs, kind, sound }));
  const instant = (text: string | null) => text && new Date(text).toISOString();
  expect({ cues: listed, excluded: report.excluded.map(({ path, reason }) => ({ path, reason })) }).toEqual({
    cues: cues.map((cue) => ({ ...usual, ...cue })),
    excluded,
  });
  expect(instant(report.nextChangeAt)).toBe(instant(nextChangeAt));
  for (const item of [...report.cues, ...report.excluded]) expect(item.path.at(-1)).toBe(item.entryId);
}

/** The first passes of a screen that has never played. */
function passesOf({ sequence, cues }: Evaluation, count: number): readonly (readonly string[])[] {
  let turns: Turns = new Map();
  return Array.from({ length: count }, (_, pass) => {
    const expanded = expand(sequence, cues, { pass, turns });
    turns = expanded.turns;
    return expanded.order.map((cue) => cues[cue]?.path.join('>') ?? '');
  });
}

for (const one of cases)
  test(one.name, () => {
    const input = readCase(one);
    for (const vector of one.vectors) expectVector(input, vector);
  });

test('the vectors contain every reason, and there are enough of them', () => {
  const vectors = cases.flatMap((one) => one.vectors);
  console.log(`schedule: ${vectors.length} vectors in ${cases.length} cases`);
  expect(vectors.length).toBeGreaterThanOrEqual(150);
  const reported = new Set(vectors.flatMap(({ excluded }) => excluded.map(({ reason }) => reason)));
  expect([...reported].sort()).toEqual([...reasons].sort());
});
