import type { MediaFileRecord } from '../../edition/records.ts';
import { type Envelope, readRecord } from '../page.ts';
import type { ApiProfile, ResourceName } from '../profile.ts';
import type { DeviceGroupRecord, DeviceRecord, PlaylistRecord } from '../records.ts';
import { decodeDevice, decodeDeviceGroup } from './device.ts';
import { FieldReader, type Raw } from './fields.ts';
import { decodeMediaFile } from './media-file.ts';
import { type DecodedEntry, decodeEntry, decodePlaylist, embeddedEntries } from './playlist.ts';

/** Every decoder, for one profile and one base address. */
export interface Decoders {
  playlist(raw: unknown): PlaylistRecord;
  entry(raw: unknown, position: number): DecodedEntry;
  embeddedEntries(raw: Raw): unknown;
  mediaFile(raw: unknown): MediaFileRecord;
  device(raw: unknown): DeviceRecord;
  deviceGroup(raw: unknown): DeviceGroupRecord;
  /** The record itself, without what it is wrapped in. */
  single(resource: ResourceName, body: unknown): unknown;
  readonly envelope: Readonly<Record<ResourceName | 'entry', Envelope>>;
}

export function createDecoders(profile: ApiProfile, baseUrl: string): Decoders {
  const fields = {
    playlist: new FieldReader(profile.fields.playlist),
    entry: new FieldReader(profile.fields.entry),
    mediafile: new FieldReader(profile.fields.mediafile),
    attachable: new FieldReader(profile.fields.attachable),
    device: new FieldReader(profile.fields.device),
    devicegroup: new FieldReader(profile.fields.devicegroup),
  };
  const { downloadPath } = profile;
  const mediaNeeds = { mediaFile: fields.mediafile, attachable: fields.attachable, baseUrl, downloadPath };
  const mediaFile = (raw: unknown): MediaFileRecord => decodeMediaFile(raw, mediaNeeds);
  const envelopeOf = (kind: ResourceName | 'entry', names: readonly string[]): Envelope => ({
    names,
    path: kind === 'entry' ? null : profile.envelope,
    isRecord: (raw) => fields[kind].has(raw, 'id'),
  });
  const envelope = {
    playlist: envelopeOf('playlist', ['playlists', 'playlist']),
    mediafile: envelopeOf('mediafile', [
      'mediafiles',
      'media_files',
      'mediaFiles',
      'mediafile',
      'media_file',
      'mediaFile',
    ]),
    device: envelopeOf('device', ['devices', 'device']),
    devicegroup: envelopeOf('devicegroup', [
      'devicegroups',
      'device_groups',
      'deviceGroups',
      'devicegroup',
      'device_group',
      'deviceGroup',
    ]),
    entry: envelopeOf('entry', ['playlist_entries', 'playlistEntries', 'entries']),
  };
  return {
    playlist: (raw) => decodePlaylist(raw, fields.playlist, profile),
    entry: (raw, position) => decodeEntry(raw, position, { entry: fields.entry, mediaFile, profile }),
    embeddedEntries: (raw) => embeddedEntries(raw, fields.playlist),
    mediaFile,
    device: (raw) => decodeDevice(raw, fields.device),
    deviceGroup: (raw) => decodeDeviceGroup(raw, fields.devicegroup),
    single: (resource, body) => readRecord(body, envelope[resource]),
    envelope,
  };
}
