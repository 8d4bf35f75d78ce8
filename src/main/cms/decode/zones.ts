import { type Length, percentPattern } from '../../../shared/zones.ts';
import type { DeviceSettings, ZoneRecord } from '../../edition/records.ts';
import { type FieldReader, idText, isObject, type Raw } from './fields.ts';

/** Further zones are counted and omitted. */
const mostKept = 100;
const longestSeen = 60;
/** The service may keep the layout as JSON text. */
const longestText = 100_000;

/** Under any usual name, of the list and of its fields: the form of `multi_frame` is not published. */
export function zones(raw: Raw, fields: FieldReader): Pick<DeviceSettings, 'zones'> {
  const frames = ['multi_frame', 'frames', 'zones', 'regions']
    .map((name) => listIn(fields.value(raw, name), fields))
    .find((list) => list.length > 0);
  if (frames === undefined) return {};
  return { zones: frames.slice(0, mostKept).map((frame, index) => zone(frame, index, fields)) };
}

function listIn(value: unknown, fields: FieldReader): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string' && value.length <= longestText && /^\s*[[{]/.test(value))
    return listIn(parsed(value), fields);
  if (!isObject(value) || !fields.flag(value, true, 'is_active', 'is_enabled', 'enabled')) return [];
  const list = fields.value(value, 'frames', 'zones', 'regions');
  return Array.isArray(list) ? list : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function zone(frame: unknown, index: number, fields: FieldReader): ZoneRecord {
  const raw = isObject(frame) ? frame : {};
  const unreadable: string[] = isObject(frame) ? [] : [`frame ${seen(frame)}`];
  const length = (...names: readonly [string, ...string[]]): Length => {
    const value = fields.value(raw, ...names);
    const read = lengthOf(value);
    if (read !== null) return read;
    if (value !== null) unreadable.push(`${names[0]} ${seen(value)}`);
    return 0;
  };
  const place = {
    left: length('left', 'x'),
    top: length('top', 'y'),
    width: length('width'),
    height: length('height'),
  };
  const names = ['playlist_id', 'playlist'];
  const value = fields.value(raw, ...names);
  const playlist = idText(isObject(value) ? fields.value(value, 'id') : value);
  if (value !== null && playlist === null && value !== '') unreadable.push(`playlist_id ${seen(value)}`);
  const fit = fields.filledText(raw, 'fit', 'scaling')?.toLowerCase();
  return {
    id: idOf(raw, index, fields),
    ...place,
    playlist: playlist === '0' ? null : playlist,
    fit: fit === 'contain' || fit === 'cover' || fit === 'stretch' ? fit : null,
    sound: fields.has(raw, 'is_sound_played', 'sound')
      ? fields.flag(raw, false, 'is_sound_played', 'sound')
      : null,
    ...(unreadable.length > 0 ? { unreadable: unreadable.join(', ') } : {}),
  };
}

/** Only characters that proof of play and addresses can carry; else the zone's number, from 1. */
function idOf(raw: Raw, index: number, fields: FieldReader): string {
  const name = ['name', 'id'].map((field) => idText(fields.value(raw, field)) ?? '');
  const words = name.map((text) =>
    text
      .trim()
      .replaceAll(/[^\w-]+/g, '-')
      .replaceAll(/^-+|-+$/g, ''),
  );
  return words.find((word) => word !== '')?.slice(0, 40) ?? String(index + 1);
}

function lengthOf(value: unknown): Length | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > longestSeen) return null;
  const text = value.trim();
  if (percentPattern.test(text)) return text;
  return /^-?\d{1,6}(\.\d{1,6})?\s*(px)?$/.test(text) ? Number.parseFloat(text) : null;
}

function seen(value: unknown): string {
  return JSON.stringify(value)?.slice(0, longestSeen) ?? 'undefined';
}
