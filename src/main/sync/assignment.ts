import { message } from '../../shared/languages/message.ts';
import type { CallOptions, CmsApi } from '../cms/api.ts';
import { knownInstead } from '../cms/known-instead.ts';
import type { DeviceGroupRecord, DeviceRecord, PlaylistRecord } from '../cms/records.ts';
import type { Assignee, Assignment } from '../edition/assignment.ts';
import type { DeviceSettings } from '../edition/records.ts';
import { firstTimeZone } from '../edition/zone.ts';
import { VitrineError } from '../ground/errors.ts';

/** What the CMS assigns to this player. */
export interface Assigned {
  readonly assignee: Assignee | null;
  /** Null: the CMS knows the device but has assigned nothing to it. */
  readonly playlist: PlaylistRecord | null;
  readonly settings: DeviceSettings;
  /** The answers behind it: identical objects prove that nothing changed. */
  readonly answers: readonly unknown[];
}

/** Settings of a device that the CMS does not configure. */
export const openSettings: DeviceSettings = {
  timeZone: null,
  rotation: null,
  volume: null,
  screenScale: null,
  updateInterval: null,
  region: null,
  ticker: null,
};

export async function resolveAssignment(
  cms: CmsApi,
  { kind, ref }: Assignment,
  options: CallOptions,
): Promise<Assigned> {
  if (kind === 'playlist') {
    const playlist = await findPlaylist(cms, ref, options);
    return { assignee: playlist, playlist, settings: openSettings, answers: [playlist] };
  }
  const device = kind === 'device' ? pick((await cms.devices(options)).records, ref, 'device') : null;
  const group = await findGroup(cms, device === null ? ref : device.groupId, device, options);
  const playlistId = device?.playlistId ?? group?.playlistId ?? null;
  const playlist = playlistId === null ? null : await assignedPlaylist(cms, playlistId, options);
  return {
    assignee: device ?? group,
    playlist,
    settings: merge(device?.settings ?? openSettings, group?.settings ?? openSettings),
    answers: [device, group, playlist],
  };
}

/** By id, else by name. Only a name costs the whole list. */
export async function findPlaylist(cms: CmsApi, ref: string, options: CallOptions): Promise<PlaylistRecord> {
  if (/^\d+$/.test(ref)) {
    const playlist = await unlessMissing(cms.playlist(ref, options));
    if (playlist !== null) return alive(playlist, ref);
  }
  const { records } = await cms.playlists(options);
  const listed = records.find((record) => record.id === ref) ?? records.find((record) => record.name === ref);
  if (listed === undefined) throw gone(ref);
  return assignedPlaylist(cms, listed.id, options);
}

export async function assignedPlaylist(
  cms: CmsApi,
  id: string,
  options: CallOptions,
): Promise<PlaylistRecord> {
  const playlist = await unlessMissing(cms.playlist(id, options));
  if (playlist === null) throw gone(id);
  return alive(playlist, id);
}

function alive(playlist: PlaylistRecord, ref: string): PlaylistRecord {
  if (playlist.deletedAt !== null) throw gone(ref);
  return playlist;
}

async function findGroup(
  cms: CmsApi,
  ref: string | null,
  device: DeviceRecord | null,
  options: CallOptions,
): Promise<DeviceGroupRecord | null> {
  if (ref === null) return null;
  const { records } = await cms.deviceGroups(options);
  if (device === null) return pick(records, ref, 'deviceGroup');
  return records.find((record) => record.id === ref) ?? null;
}

function pick<Found extends { readonly id: string; readonly name: string }>(
  records: readonly Found[],
  ref: string,
  kind: Assignment['kind'],
): Found {
  const found = records.find((record) => record.id === ref) ?? records.find((record) => record.name === ref);
  if (found) return found;
  const remedy = knownInstead(records);
  throw new VitrineError('permanent', message(`assignment-not-found.${kind}`, { ref }), { remedy });
}

function merge(device: DeviceSettings, group: DeviceSettings): DeviceSettings {
  return {
    // The optional ones are left out where they are not set.
    ...group,
    ...device,
    // An unknown zone does not override the group's. Without one in the group it is kept, so that the log can name it.
    timeZone: firstTimeZone(device.timeZone, group.timeZone) ?? device.timeZone ?? group.timeZone,
    rotation: device.rotation ?? group.rotation,
    volume: device.volume ?? group.volume,
    screenScale: device.screenScale ?? group.screenScale,
    updateInterval: device.updateInterval ?? group.updateInterval,
    region: device.region ?? group.region,
    ticker: device.ticker ?? group.ticker,
  };
}

/** Null when the CMS has no such record; any other failure is thrown. */
export async function unlessMissing<Value>(call: Promise<Value>): Promise<Value | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'cms-not-found') return null;
    throw error;
  }
}

function gone(ref: string): VitrineError {
  return new VitrineError('permanent', message('playlist-gone', { ref }));
}
