import * as v from 'valibot';
import { mustBePage, touchFields } from './console-touch.ts';
import type { DemoContent } from './content.ts';
import { HttpProblem } from './problem.ts';
import type { Device, DeviceGroup, MediaFile, PlaylistEntry } from './records.ts';

// Each error is a sentence for the person who typed the value.
const name = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Enter a name.'),
  v.maxLength(255, 'A name has at most 255 characters.'),
);
const comment = v.pipe(v.string(), v.maxLength(10_000, 'A comment has at most 10,000 characters.'));
export const id = v.pipe(v.number(), v.integer(), v.minValue(1));
export const flag = v.picklist([0, 1]);
const noDay = 'This date does not exist.';
const date = v.pipe(v.string(), v.isoDate(noDay), v.check(isRealDate, noDay));
const time = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'A time looks like 09:30.'),
  v.transform((text) => (text.length === 5 ? `${text}:00` : text)),
);
const seconds = (least: number, most: number, range: string) =>
  v.pipe(v.number(range), v.minValue(least, range), v.maxValue(most, range));

/** How much of a nested playlist plays each time: all (0), so many items in order (1) or at random (2). */
const playback = {
  playback_rule: v.picklist([0, 1, 2]),
  playback_entry_count: v.pipe(
    v.number('Enter a number of items.'),
    v.integer('Enter a whole number of items.'),
    v.minValue(0, 'At least one item plays each time.'),
    v.maxValue(10_000, 'At most 10,000 items play each time.'),
  ),
};

/** One a line in the console, for a hook or a broker to understand. */
const commands = v.pipe(
  v.array(v.pipe(v.string(), v.trim(), v.maxLength(2000, 'A command has at most 2,000 characters.'))),
  v.maxLength(20, 'An entry has at most 20 commands.'),
);

const entryChanges = v.partial(
  v.strictObject({
    ...playback,
    ...touchFields,
    commands_start: commands,
    commands_end: commands,
    duration: seconds(0, 86_400, 'The duration must be from 1 to 86,400 seconds (a day).'),
    is_sound_played: flag,
    play_rule: v.picklist([0, 1, 2]),
    start_date: v.nullable(date),
    end_date: v.nullable(date),
    start_time: v.nullable(time),
    end_time: v.nullable(time),
    weekdays: v.nullable(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1, 'Tick at least one day. If it is not to play at all, choose “never”.'),
        v.maxValue(127),
      ),
    ),
    transition: v.nullable(v.picklist(['cut', 'fade', 'slide'])),
    transition_duration: v.nullable(
      seconds(0.1, 10, 'A transition takes 0.1 to 10 seconds. For none, choose “cut”.'),
    ),
  }),
);

const newEntry = v.strictObject({
  media_file_id: v.optional(id),
  playlist_id_as_nested_playlist: v.optional(id),
  at: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

export type Body = Record<string, unknown>;

export function newPlaylist(content: DemoContent, body: Body): void {
  content.addPlaylist(parse(v.strictObject({ name, comment: v.optional(comment, '') }), body));
}

export function changePlaylist(content: DemoContent, playlistId: number, body: Body): void {
  const values = parse(v.partial(v.strictObject({ name, comment, playback_order: flag, ...playback })), body);
  content.changePlaylist(playlistId, given(values));
}

/** Adds a media file or a playlist at the end or at the given position (counted from 0). */
export function addEntry(content: DemoContent, playlistId: number, body: Body): void {
  const { media_file_id: mediaFileId, playlist_id_as_nested_playlist: nestedId, at } = parse(newEntry, body);
  if ((mediaFileId === undefined) === (nestedId === undefined)) {
    throw refused('An entry is either a media file or a playlist.');
  }
  const before = content.entriesOf(playlistId).map((entry) => entry.id);
  const values =
    nestedId === undefined
      ? mediaEntry(content, Number(mediaFileId))
      : nestedEntry(content, playlistId, nestedId);
  const entry = content.addEntry(playlistId, values);
  if (at !== undefined) content.orderEntries(playlistId, before.toSpliced(at, 0, entry.id));
}

function mediaEntry(content: DemoContent, mediaFileId: number): Partial<PlaylistEntry> {
  const row = content.mediaFiles.get(mediaFileId);
  if (!row || row.attachable_type === null) throw refused('There is no such media file.');
  // 0 = its own length.
  const duration = runs(row) ? 0 : 10;
  return { media_file_id: mediaFileId, duration, transition: 'fade', transition_duration: 1 };
}

function nestedEntry(content: DemoContent, playlistId: number, nestedId: number): Partial<PlaylistEntry> {
  if (!content.playlists.has(nestedId)) throw refused('There is no such playlist.');
  if (reaches(content, nestedId, playlistId)) throw refused('A playlist cannot be played inside itself.');
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

export function changeEntry(content: DemoContent, entry: PlaylistEntry, body: Body): void {
  const values = given(parse(entryChanges, body));
  mustBePage(content, values.mediafile_id_as_interaction_website);
  const { duration, start_date: start, end_date: end, media_file_id } = { ...entry, ...values };
  if (start !== null && end !== null && end < start) {
    throw refused(
      values.start_date === undefined
        ? `The last day would be before the first day, ${start}.`
        : `The first day would be after the last day, ${end}. Change the last day first.`,
    );
  }
  const media = content.mediaFiles.get(media_file_id ?? 0);
  if (values.duration !== undefined && media && duration < 1 && !(duration === 0 && runs(media))) {
    throw refused(
      runs(media)
        ? 'Enter at least 1 second, or 0 for its own length.'
        : 'It has no length of its own: enter at least 1 second.',
    );
  }
  content.changeEntry(entry.id, values);
}

/** Whether the media has its own length. */
function runs({ attachable }: MediaFile): boolean {
  return attachable !== null && 'mime_type' in attachable && /^(video|audio)\//.test(attachable.mime_type);
}

const percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100));

/** The zones of a group, in percent of the screen; none: it shows one playlist. */
export function layout(content: DemoContent, body: Body): Pick<DeviceGroup, 'multi_frame'> {
  const zone = v.strictObject({
    name,
    left: percent,
    top: percent,
    width: v.pipe(percent, v.minValue(1, 'A zone is at least 1 % wide.')),
    height: v.pipe(percent, v.minValue(1, 'A zone is at least 1 % high.')),
    playlist_id: v.nullable(id),
    fit: v.optional(v.picklist(['contain', 'cover', 'stretch']), 'cover'),
  });
  const { zones } = parse(
    v.strictObject({ zones: v.pipe(v.array(zone), v.maxLength(12, 'A screen has at most 12 zones.')) }),
    body,
  );
  if (zones.some(({ playlist_id: of }) => of !== null && !content.playlists.has(of)))
    throw refused('There is no such playlist.');
  if (new Set(zones.map((one) => one.name)).size < zones.length)
    throw refused('Each zone needs its own name.');
  const text = (value: number): string => `${Math.round(value * 100) / 100}%`;
  const frames = zones.map(({ left, top, width, height, ...others }) => ({
    ...others,
    left: text(left),
    top: text(top),
    width: text(width),
    height: text(height),
  }));
  return { multi_frame: frames.length === 0 ? null : frames };
}

/** Null: a device shows what its group shows, a group shows nothing. */
export function assignment(content: DemoContent, body: Body): Pick<Device, 'playlist_id'> {
  const values = parse(v.strictObject({ playlist_id: v.nullable(id) }), body);
  if (values.playlist_id !== null && !content.playlists.has(values.playlist_id)) {
    throw refused('There is no such playlist.');
  }
  return values;
}

export function parse<Output>(schema: v.GenericSchema<unknown, Output>, body: unknown): Output {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  throw refused(parsed.issues[0].message);
}

export function refused(why: string): HttpProblem {
  return new HttpProblem(422, why);
}

/** Without fields that were not sent. */
export function given<Values extends object>(
  values: Values,
): { [Key in keyof Values]: Exclude<Values[Key], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Values]: Exclude<Values[Key], undefined> };
}

function isRealDate(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
