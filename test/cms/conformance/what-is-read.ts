import { createHash } from 'node:crypto';
import type { DemoCms } from '../../../src/demo/cms.ts';
import type { CmsApi } from '../../../src/main/cms/api.ts';
import type { DeviceSettings, EntryRecord, MediaFileRecord } from '../../../src/main/edition/records.ts';
import { inEnglish } from '../../../src/shared/languages/message.ts';

/** Everything that playback depends on, in a form independent of the server's spelling. */
export interface WhatIsRead {
  readonly playlists: readonly string[];
  readonly entries: readonly string[];
  readonly mediaFiles: readonly string[];
  readonly devices: readonly string[];
  readonly deviceGroups: readonly string[];
  /** The hash of one file's bytes, fetched from the address in its record. */
  readonly bytes: string;
}

export async function readEverything(cms: CmsApi, demo: DemoCms): Promise<WhatIsRead> {
  const playlists = await cms.playlists();
  const playlist = await cms.playlist(demo.playlistId);
  const files = await cms.mediaFiles();
  const devices = await cms.devices();
  const groups = await cms.deviceGroups();
  const refused = [playlists, files, devices, groups].flatMap((listing) => listing.refused);
  if (refused[0])
    throw new Error(`refused ${refused.length}, first ${refused[0].path}: ${inEnglish(refused[0].reason)}`);
  const byId = new Map(files.records.map((file) => [file.id, file]));
  for (const file of playlist.mediaFiles ?? []) byId.set(file.id, file);
  const picture = files.records.find(({ download }) => download !== null);
  return {
    playlists: playlists.records.map(({ id, name, comment, companyId }) =>
      [id, name, comment, companyId].join(' | '),
    ),
    entries: (playlist.entries ?? []).map((entry) => describeEntry(entry, byId)),
    mediaFiles: files.records.filter((file) => file.nestedPlaylistId === undefined).map(describeFile),
    devices: devices.records.map(({ id, name, groupId, settings }) =>
      [id, name, groupId, ...set(settings)].join(' | '),
    ),
    deviceGroups: groups.records.map(({ id, name, playlistId, settings }) =>
      [id, name, playlistId, ...set(settings)].join(' | '),
    ),
    bytes: await digestOf(cms, picture),
  };
}

function describeEntry(entry: EntryRecord, files: ReadonlyMap<string, MediaFileRecord>): string {
  if (entry.unreadable !== null) throw new Error(`entry ${entry.id}: ${inEnglish(entry.unreadable)}`);
  const file = entry.mediaFileId === null ? undefined : files.get(entry.mediaFileId);
  const nested = entry.nestedPlaylistId ?? file?.nestedPlaylistId ?? null;
  if (nested === null && !file)
    throw new Error(`entry ${entry.id} names the media file ${entry.mediaFileId}, which is not there`);
  return [
    ...[
      entry.id,
      entry.index,
      entry.duration,
      entry.sound,
      entry.playRule,
      entry.startTime,
      entry.endTime,
      entry.weekdays,
    ],
    nested === null ? `plays ${entry.mediaFileId}` : `nests ${nested}`,
  ].join(' | ');
}

function describeFile(file: MediaFileRecord): string {
  const { id, name, status, kind, mimeType, extension, durationMs, width, height } = file;
  return [
    id,
    name,
    status,
    kind,
    mimeType,
    extension,
    durationMs,
    width,
    height,
    file.download !== null,
  ].join(' | ');
}

function set({ timeZone, rotation, volume }: DeviceSettings): readonly unknown[] {
  return [timeZone, rotation, volume];
}

async function digestOf(cms: CmsApi, file: MediaFileRecord | undefined): Promise<string> {
  if (!file?.download) throw new Error('no media file has an address');
  const { url, hashes } = file.download;
  const answer = await follow(cms, url);
  if (answer.status !== 200) throw new Error(`${new URL(url).pathname} answers ${answer.status}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const fits = hashes.some(({ algorithm, hex }) => createHash(algorithm).update(bytes).digest('hex') === hex);
  if (hashes.length > 0 && !fits) throw new Error('the bytes match none of the hashes');
  return createHash('sha256').update(bytes).digest('hex');
}

/** Each redirect gets only the headers allowed for its origin. */
async function follow(cms: CmsApi, address: string): Promise<Response> {
  let url = address;
  for (let hop = 0; hop < 5; hop++) {
    const answer = await fetch(url, { headers: await cms.downloadHeaders(url), redirect: 'manual' });
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || location === null) return answer;
    url = new URL(location, url).href;
  }
  throw new Error('too many redirects');
}
