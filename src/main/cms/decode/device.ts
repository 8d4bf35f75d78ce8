import type { DeviceSettings, TickerRecord } from '../../edition/records.ts';
import type { DeviceGroupRecord, DeviceRecord } from '../records.ts';
import { rs232, servicePin } from './commands.ts';
import { asObject, type FieldReader, idText, isObject, type Raw } from './fields.ts';
import { interaction } from './interaction.ts';
import { zones } from './zones.ts';

export function decodeDevice(record: unknown, fields: FieldReader): DeviceRecord {
  const raw = asObject(record);
  return {
    id: fields.id(raw),
    name: fields.name(raw),
    groupId: fields.reference(raw, 'device_group_id', 'devicegroup_id', 'device_group', 'devicegroup'),
    playlistId: fields.reference(raw, 'playlist_id', 'playlist'),
    settings: settings(raw, fields),
  };
}

export function decodeDeviceGroup(record: unknown, fields: FieldReader): DeviceGroupRecord {
  const raw = asObject(record);
  return {
    id: fields.id(raw),
    name: fields.name(raw),
    comment: fields.text(raw, 'comment') ?? '',
    playlistId: fields.reference(raw, 'playlist_id', 'playlist'),
    settings: settings(raw, fields),
  };
}

/** No zone has a longer name. */
const longestZone = 100;

/** Playing needs none of these, so an invalid value becomes null. */
function settings(raw: Raw, fields: FieldReader): DeviceSettings {
  return {
    // Kept even if no such zone exists, so that it can be reported.
    timeZone: fields.filledText(raw, 'timezone', 'time_zone')?.slice(0, longestZone) ?? null,
    rotation: rotation(fields.looseNumber(raw, 'rotation')),
    volume: within(fields.looseNumber(raw, 'volume'), 0, 100),
    screenScale: fields.looseNumber(raw, 'screen_scale'),
    updateInterval: within(fields.looseNumber(raw, 'update_interval'), 1, Number.MAX_SAFE_INTEGER),
    region: region(raw, fields),
    ticker: ticker(fields.object(raw, 'live_ticker'), fields),
    ...logo(raw, fields),
    ...rs232(raw, fields),
    ...servicePin(raw, fields),
    ...interaction(raw, fields),
    ...zones(raw, fields),
  };
}

/**
 * Only the prefix `channel_logo_` of these fields is published. The decoder assumes a media file, bare or as an object, under one
 * of the names below; a position in words such as `top_left`; and that the logo shows unless a flag switches it off.
 */
function logo(raw: Raw, fields: FieldReader): Pick<DeviceSettings, 'logo'> {
  const names = ['media_file_id', 'media_file', 'mediafile_id', 'file_id', 'id'].map(
    (name) => `channel_logo_${name}`,
  );
  const value = fields.value(raw, ...names, 'channel_logo');
  const mediaFileId = idText(isObject(value) ? fields.value(value, 'id') : value);
  const active = [
    'is_channel_logo_active',
    'channel_logo_is_active',
    'channel_logo_active',
    'is_channel_logo_enabled',
  ];
  if (mediaFileId === null || mediaFileId === '0' || !fields.flag(raw, true, ...active)) return {};
  const given = fields.value(raw, 'channel_logo_opacity');
  const opacity = given === '' ? null : fields.looseNumber(raw, 'channel_logo_opacity');
  const isPercent = opacity !== null && opacity >= 0 && opacity <= 100;
  return {
    logo: {
      mediaFileId,
      position: fields.filledText(raw, 'channel_logo_position', 'channel_logo_display_position'),
      ...(isPercent && opacity !== 100 ? { opacity } : {}),
      ...(isPercent || given === null || given === '' ? {} : { unreadable: seen(given) }),
    },
  };
}

const longestSeen = 60;

function seen(value: unknown): string {
  return JSON.stringify(value)?.slice(0, longestSeen) ?? 'undefined';
}

/** Degrees, or quarter turns. */
function rotation(value: number | null): number | null {
  if (value === null) return null;
  const degrees = value >= 1 && value <= 3 ? value * 90 : value;
  const turned = ((degrees % 360) + 360) % 360;
  return turned % 90 === 0 ? turned : null;
}

function within(value: number | null, least: number, most: number): number | null {
  return value === null || value < least ? null : Math.min(value, most);
}

function region(raw: Raw, fields: FieldReader): DeviceSettings['region'] {
  const width = fields.looseNumber(raw, 'width');
  const height = fields.looseNumber(raw, 'height');
  if (width === null || height === null || width <= 0 || height <= 0) return null;
  const left = fields.looseNumber(raw, 'left') ?? 0;
  const top = fields.looseNumber(raw, 'top') ?? 0;
  return { left, top, width, height };
}

function ticker(raw: Raw | null, fields: FieldReader): TickerRecord | null {
  if (raw === null) return null;
  return {
    text: fields.text(raw, 'text') ?? '',
    rssFeed: fields.filledText(raw, 'rss_feed'),
    active: fields.flag(raw, false, 'is_active'),
    color: fields.filledText(raw, 'color'),
    backgroundColor: fields.filledText(raw, 'background_color'),
    speed: fields.looseNumber(raw, 'speed'),
    direction: fields.filledText(raw, 'direction'),
    position: fields.filledText(raw, 'display_position'),
    clockActive: fields.flag(raw, false, 'is_clock_active'),
    clockFormat: fields.filledText(raw, 'clock_format'),
    clockPosition: fields.filledText(raw, 'clock_position'),
  };
}
