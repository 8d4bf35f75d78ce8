import * as v from 'valibot';
import type { DemoContent } from './content.ts';
import { HttpProblem } from './problem.ts';
import type { Device, PlaylistEntry } from './records.ts';

const name = v.pipe(v.string(), v.trim(), v.nonEmpty('Give it a name.'), v.maxLength(255));
const comment = v.pipe(v.string(), v.maxLength(10_000));
const id = v.pipe(v.number(), v.integer(), v.minValue(1));
const flag = v.picklist([0, 1]);
const date = v.pipe(v.string(), v.isoDate(), v.check(isRealDate, 'There is no such day.'));
const time = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'A time looks like 09:30.'),
  v.transform((text) => (text.length === 5 ? `${text}:00` : text)),
);
const seconds = (most: number) => v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(most));

const entryChanges = v.partial(
  v.strictObject({
    duration: seconds(86_400),
    is_sound_played: flag,
    play_rule: v.picklist([0, 1, 2]),
    start_date: v.nullable(date),
    end_date: v.nullable(date),
    start_time: v.nullable(time),
    end_time: v.nullable(time),
    weekdays: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(127))),
    transition: v.nullable(v.picklist(['cut', 'fade', 'slide'])),
    transition_duration: v.nullable(seconds(10)),
  }),
);

const entryItem = v.strictObject({
  media_file_id: v.optional(id),
  playlist_id_as_nested_playlist: v.optional(id),
  at: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

export type Body = Record<string, unknown>;

export function newPlaylist(content: DemoContent, body: Body): void {
  content.addPlaylist(parse(v.strictObject({ name, comment: v.optional(comment, '') }), body));
}

export function changePlaylist(content: DemoContent, playlistId: number, body: Body): void {
  const values = parse(v.partial(v.strictObject({ name, comment, playback_order: flag })), body);
  content.changePlaylist(playlistId, given(values));
}

/** A media file or a playlist, at the end or at the given place (counted from 0). */
export function addEntry(content: DemoContent, playlistId: number, body: Body): void {
  const { media_file_id: mediaFileId, playlist_id_as_nested_playlist: nestedId, at } = parse(entryItem, body);
  if ((mediaFileId === undefined) === (nestedId === undefined)) {
    throw new HttpProblem(422, 'An entry is either a media file or a playlist.');
  }
  const before = content.entriesOf(playlistId).map((entry) => entry.id);
  const entry =
    nestedId === undefined
      ? content.addEntry(playlistId, mediaEntry(content, Number(mediaFileId)))
      : content.addEntry(playlistId, nestedEntry(content, playlistId, nestedId));
  if (at !== undefined) content.orderEntries(playlistId, before.toSpliced(at, 0, entry.id));
}

function mediaEntry(content: DemoContent, mediaFileId: number): Partial<PlaylistEntry> {
  const row = content.mediaFiles.get(mediaFileId);
  if (!row || row.attachable_type === null) throw new HttpProblem(422, 'There is no such media file.');
  // 0 = its own length.
  const moves = row.attachable !== null && 'duration' in row.attachable && row.attachable.duration !== null;
  return { media_file_id: mediaFileId, duration: moves ? 0 : 10, transition: 'fade', transition_duration: 1 };
}

function nestedEntry(content: DemoContent, playlistId: number, nestedId: number): Partial<PlaylistEntry> {
  if (!content.playlists.has(nestedId)) throw new HttpProblem(422, 'There is no such playlist.');
  if (reaches(content, nestedId, playlistId)) {
    throw new HttpProblem(422, 'A playlist cannot be played inside itself.');
  }
  return { playlist_id_as_nested_playlist: nestedId, duration: 0 };
}

function reaches(content: DemoContent, from: number, to: number, seen = new Set<number>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return content
    .entriesOf(from)
    .some(({ playlist_id_as_nested_playlist: inner }) => inner !== null && reaches(content, inner, to, seen));
}

export function orderEntries(content: DemoContent, playlistId: number, body: Body): void {
  const { ids } = parse(v.strictObject({ ids: v.pipe(v.array(id), v.maxLength(100_000)) }), body);
  content.orderEntries(playlistId, ids);
}

export function changeEntry(content: DemoContent, entryId: number, body: Body): void {
  content.changeEntry(entryId, given(parse(entryChanges, body)));
}

/** Null: a device shows what its group shows, a group shows nothing. */
export function assignment(content: DemoContent, body: Body): Pick<Device, 'playlist_id'> {
  const values = parse(v.strictObject({ playlist_id: v.nullable(id) }), body);
  if (values.playlist_id !== null && !content.playlists.has(values.playlist_id)) {
    throw new HttpProblem(422, 'There is no such playlist.');
  }
  return values;
}

function parse<Output>(schema: v.GenericSchema<unknown, Output>, body: unknown): Output {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const where = v.getDotPath(issue);
  throw new HttpProblem(422, where ? `${where}: ${issue.message}` : issue.message);
}

/** Without the fields that were not sent. */
function given<Values extends object>(
  values: Values,
): { [Key in keyof Values]: Exclude<Values[Key], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Values]: Exclude<Values[Key], undefined> };
}

function isRealDate(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
