import { type Message, message } from '../../../shared/languages/message.ts';
import type { EntryRecord, MediaFileRecord, VisitRecord } from '../../edition/records.ts';
import type { ApiProfile } from '../profile.ts';
import type { PlaylistRecord } from '../records.ts';
import { commands } from './commands.ts';
import { asObject, type FieldReader, idText, isObject, type Raw, RefusedRecord } from './fields.ts';
import { interaction } from './interaction.ts';

/** The meaning of a CMS's numbers. */
export type PlaybackMeaning = Pick<ApiProfile, 'shuffledOrders' | 'playbackRules'>;

export interface EntryNeeds {
  readonly entry: FieldReader;
  /** Decodes a media file that is embedded in its entry. */
  readonly mediaFile: (raw: unknown) => MediaFileRecord;
  readonly profile: PlaybackMeaning;
}

export interface DecodedEntry {
  readonly entry: EntryRecord;
  readonly mediaFile: MediaFileRecord | null;
}

/** Everything but the entries. */
export function decodePlaylist(
  record: unknown,
  fields: FieldReader,
  profile: PlaybackMeaning,
): PlaylistRecord {
  const raw = asObject(record);
  const visit = decodeVisit(raw, fields, profile);
  return {
    id: fields.id(raw),
    name: fields.name(raw),
    comment: fields.text(raw, 'comment'),
    companyId: idText(fields.value(raw, 'company_id')),
    createdAt: fields.filledText(raw, 'created_at'),
    updatedAt: fields.filledText(raw, 'updated_at'),
    deletedAt: fields.filledText(raw, 'deleted_at'),
    shuffled: isShuffled(raw, fields, profile) ?? false,
    ...(saysMore(visit) ? { visit } : {}),
    entries: null,
  };
}

export function embeddedEntries(raw: Raw, fields: FieldReader): unknown {
  return fields.value(raw, 'playlist_entries', 'entries', 'items');
}

/** An entry that cannot be read is kept, to explain why it does not play. */
export function decodeEntry(record: unknown, position: number, needs: EntryNeeds): DecodedEntry {
  const fields = needs.entry;
  try {
    const raw = asObject(record);
    const embedded = fields.object(raw, 'media_file', 'mediafile');
    const mediaFile = embedded ? needs.mediaFile(embedded) : null;
    const target = targetOf(raw, mediaFile, fields);
    const duration = fields.number(raw, 'duration') ?? 0;
    if (duration < 0) throw new RefusedRecord('duration', message('cms.record.negative', { seen: duration }));
    const entry: EntryRecord = {
      id: fields.id(raw),
      index: fields.number(raw, 'index', 'position', 'sort_order') ?? position,
      duration,
      sound: fields.flag(raw, false, 'is_sound_played'),
      playRule: playRule(raw, fields),
      startDate: fields.filledText(raw, 'start_date'),
      endDate: fields.filledText(raw, 'end_date'),
      startTime: fields.filledText(raw, 'start_time'),
      endTime: fields.filledText(raw, 'end_time'),
      weekdays: weekdays(raw, fields),
      ...target,
      ...playback(raw, fields, needs.profile, target.nestedPlaylistId !== null),
      deletedAt: fields.filledText(raw, 'deleted_at'),
      transition: transition(raw, fields),
      unreadable: null,
      ...commands(raw, fields),
      ...interaction(raw, fields),
    };
    return { entry, mediaFile };
  } catch (error) {
    if (!(error instanceof RefusedRecord)) throw error;
    return { entry: unreadableEntry(record, position, fields, error.sentence), mediaFile: null };
  }
}

/** How an entry plays its nested playlist. For some entries it is not known yet whether their media file is one. */
function playback(
  raw: Raw,
  fields: FieldReader,
  profile: PlaybackMeaning,
  nests: boolean,
): Pick<EntryRecord, 'visit' | 'shuffled'> {
  const visit = decodeVisit(raw, fields, profile);
  const shuffled = isShuffled(raw, fields, profile);
  return {
    ...(saysMore(visit) || (nests && visit.rule !== undefined) ? { visit } : {}),
    ...(nests && shuffled !== null ? { shuffled } : {}),
  };
}

/** A larger count plays the whole playlist, as no count does. */
function saysMore({ rule = 'all', count, unreadable }: VisitRecord): boolean {
  return unreadable !== undefined || rule !== 'all' || count !== undefined;
}

function isShuffled(raw: Raw, fields: FieldReader, { shuffledOrders }: PlaybackMeaning): boolean | null {
  const order = fields.looseNumber(raw, 'playback_order');
  return order === null ? null : shuffledOrders.includes(order);
}

/** An unreadable value must not stop the playlist: it plays whole, and the value is kept for the report. */
function decodeVisit(raw: Raw, fields: FieldReader, { playbackRules }: PlaybackMeaning): VisitRecord {
  const rule = fields.looseNumber(raw, 'playback_rule');
  const count = fields.looseNumber(raw, 'playback_entry_count');
  const isCount = count === null || (Number.isSafeInteger(count) && count >= 0);
  const name = rule === null ? null : nameOfRule(rule, playbackRules);
  const unreadable = [
    ...(name === undefined || (rule === null && hasText(raw, fields, 'playback_rule'))
      ? [seen(raw, fields, 'playback_rule')]
      : []),
    ...(isCount && !(count === null && hasText(raw, fields, 'playback_entry_count'))
      ? []
      : [seen(raw, fields, 'playback_entry_count')]),
  ];
  return {
    ...(name ? { rule: name } : {}),
    ...(isCount && count !== null && count > 0 ? { count } : {}),
    ...(unreadable.length > 0 ? { unreadable: unreadable.join(', ') } : {}),
  };
}

function nameOfRule(rule: number, rules: ApiProfile['playbackRules']): VisitRecord['rule'] {
  if (rules.continuous.includes(rule)) return 'continuous';
  if (rules.random.includes(rule)) return 'random';
  return rule === 0 ? 'all' : undefined;
}

function hasText(raw: Raw, fields: FieldReader, name: string): boolean {
  return fields.filledText(raw, name) !== null;
}

const longestSeen = 60;

function seen(raw: Raw, fields: FieldReader, name: string): string {
  return `${name} ${JSON.stringify(fields.value(raw, name))?.slice(0, longestSeen)}`;
}

function targetOf(
  raw: Raw,
  mediaFile: MediaFileRecord | null,
  fields: FieldReader,
): Pick<EntryRecord, 'mediaFileId' | 'nestedPlaylistId'> {
  const named = fields.reference(raw, 'media_file_id', 'mediafile_id');
  const mediaFileId = named ?? mediaFile?.id ?? null;
  const nested = fields.reference(
    raw,
    'playlist_id_as_nested_playlist',
    'nested_playlist_id',
    'nested_playlist',
  );
  if (mediaFileId !== null && nested !== null) {
    throw new RefusedRecord('media_file_id', message('cms.record.two-targets'));
  }
  if (mediaFileId === null && nested === null)
    throw new RefusedRecord('media_file_id', message('cms.record.missing'));
  const standsFor = mediaFile?.nestedPlaylistId ?? null;
  return standsFor === null
    ? { mediaFileId, nestedPlaylistId: nested }
    : { mediaFileId: null, nestedPlaylistId: standsFor };
}

function playRule(raw: Raw, fields: FieldReader): EntryRecord['playRule'] {
  const rule = fields.number(raw, 'play_rule');
  if (rule === null || rule === 1) return 'always';
  if (rule === 0) return 'schedule';
  if (rule === 2) return 'never';
  throw new RefusedRecord('play_rule', message('cms.record.play-rule', { seen: rule }));
}

function weekdays(raw: Raw, fields: FieldReader): number {
  const mask = fields.number(raw, 'weekdays') ?? 0;
  if (Number.isInteger(mask) && mask >= 0 && mask <= 127) return mask;
  throw new RefusedRecord('weekdays', message('cms.record.weekdays', { seen: mask }));
}

function transition(raw: Raw, fields: FieldReader): EntryRecord['transition'] {
  const kind = fields.filledText(raw, 'transition')?.toLowerCase();
  if (kind !== 'cut' && kind !== 'fade' && kind !== 'slide') return null;
  const seconds = fields.looseNumber(raw, 'transition_duration') ?? 0.8;
  return { kind, durationMs: kind === 'cut' ? 0 : Math.round(Math.min(Math.max(seconds, 0.1), 10) * 1000) };
}

function unreadableEntry(
  raw: unknown,
  position: number,
  fields: FieldReader,
  unreadable: Message,
): EntryRecord {
  const id = isObject(raw) ? idText(fields.value(raw, 'id')) : null;
  const index = isObject(raw) ? fields.looseNumber(raw, 'index', 'position', 'sort_order') : null;
  return {
    id: id ?? `#${position + 1}`,
    index: index ?? position,
    duration: 0,
    sound: false,
    playRule: 'always',
    startDate: null,
    endDate: null,
    startTime: null,
    endTime: null,
    weekdays: 0,
    mediaFileId: null,
    nestedPlaylistId: null,
    deletedAt: null,
    transition: null,
    unreadable: id === null && isObject(raw) ? withPlace(unreadable, raw, position, fields) : unreadable,
  };
}

/** Helps a person to find an entry without an id in the CMS. */
function withPlace(why: Message, raw: Raw, position: number, fields: FieldReader): Message {
  const number = position + 1;
  const file = idText(fields.value(raw, 'media_file_id', 'mediafile_id'));
  return file === null
    ? message('cms.record.without-id', { why, number })
    : message('cms.record.without-id.file', { why, number, file });
}
