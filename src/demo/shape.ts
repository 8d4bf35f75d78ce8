import { createHash } from 'node:crypto';
import type { StoredBytes } from './bytes.ts';
import type { DemoContent } from './content.ts';
import { withOrigin } from './demo-page.ts';
import {
  type Device,
  type DeviceGroup,
  isFile,
  type MediaFile,
  newMediaFile,
  type Playlist,
  type PlaylistEntry,
} from './records.ts';
import type { Variants } from './variants.ts';

export interface Addresses {
  readonly origin: string;
  readonly otherOrigin: string;
}

/** What every answer is made from. */
export interface ShapeNeeds {
  readonly content: DemoContent;
  readonly variants: Variants;
  readonly addresses: Addresses;
}

/** Ids from this offset on are stand-ins for nested playlists; lower ones are records. */
const nestedOffset = 1_000_000_000;

type Answer = Record<string, unknown>;

/** Turns stored records into answers, by the current variants. */
export class Shape {
  readonly #needs: ShapeNeeds;

  constructor(needs: ShapeNeeds) {
    this.#needs = needs;
  }

  playlist(row: Playlist, withEntries: boolean): Answer {
    const { entriesUnder } = this.#needs.variants;
    const entries = this.#needs.content.entriesOf(row.id);
    const answer: Answer = { ...row, number_of_entries: entries.length };
    if (withEntries && entriesUnder !== 'own-path')
      answer[entriesUnder] = entries.map((entry) => this.entry(entry));
    return answer;
  }

  entry(row: PlaylistEntry): Answer {
    const { entryMedia, nestedPlaylist } = this.#needs.variants;
    const answer: Answer = { ...row };
    if (row.transition === null) delete answer.transition;
    if (row.transition_duration === null) delete answer.transition_duration;
    if (nestedPlaylist === 'attachable' && row.playlist_id_as_nested_playlist !== null) {
      answer.media_file_id = nestedOffset + row.playlist_id_as_nested_playlist;
      answer.playlist_id_as_nested_playlist = null;
    }
    if (entryMedia === 'id' || answer.media_file_id === null) return answer;
    const media = this.findMediaFile(Number(answer.media_file_id));
    answer.media_file = media ? this.mediaFile(media) : null;
    if (entryMedia === 'embedded') delete answer.media_file_id;
    return answer;
  }

  /** Every media file, and in that variant a stand-in for each nested playlist. */
  mediaFiles(): MediaFile[] {
    const rows = [...this.#needs.content.mediaFiles.values()];
    if (this.#needs.variants.nestedPlaylist === 'entry') return rows;
    return [...rows, ...[...this.#needs.content.playlists.values()].map(standIn)];
  }

  findMediaFile(id: number): MediaFile | null {
    if (id < nestedOffset || this.#needs.variants.nestedPlaylist === 'entry') {
      return this.#needs.content.mediaFiles.get(id) ?? null;
    }
    const playlist = this.#needs.content.playlists.get(id - nestedOffset);
    return playlist ? standIn(playlist) : null;
  }

  mediaFile(row: MediaFile): Answer {
    const { attachableType, downloadField, downloadFieldOn } = this.#needs.variants;
    const namespaced = attachableType === 'namespaced' && row.attachable_type !== null;
    const attachable = row.attachable === null ? null : this.#attachable(row);
    const answer: Answer = {
      ...row,
      ...this.#thumbnail(row),
      attachable_type: namespaced ? `App\\Models\\${row.attachable_type}` : row.attachable_type,
      attachable,
    };
    if (attachable && isFile(row) && downloadField !== 'none') {
      const bearer = downloadFieldOn === 'record' ? answer : attachable;
      bearer[downloadField] = this.#downloadAddress(row, attachable);
    }
    return answer;
  }

  deviceGroup(row: DeviceGroup): Answer {
    const playlist = row.playlist_id === null ? null : this.#needs.content.playlists.get(row.playlist_id);
    const answer: Answer = { ...row };
    if (this.#needs.variants.groupPlaylist !== 'id')
      answer.playlist = playlist ? this.playlist(playlist, false) : null;
    if (this.#needs.variants.groupPlaylist === 'embedded') delete answer.playlist_id;
    return answer;
  }

  device(row: Device): Answer {
    const { device_group_id, ...rest } = this.deviceGroup(row);
    const group = this.#needs.content.deviceGroups.get(Number(device_group_id));
    switch (this.#needs.variants.deviceGroup) {
      case 'device_group_id':
        return { ...rest, device_group_id };
      case 'devicegroup_id':
        return { ...rest, devicegroup_id: device_group_id };
      case 'device_group':
        return { ...rest, device_group: group ? this.deviceGroup(group) : null };
      case 'none':
        return rest;
    }
  }

  /** `downloadPath` with its placeholders filled in, relative to the base address. */
  downloadPath(row: MediaFile, attachable = this.#attachable(row)): string {
    const values: Answer = { ...attachable, id: row.id, attachable_id: row.attachable_id };
    return this.#needs.variants.downloadPath.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(values[name] ?? '')),
    );
  }

  #downloadAddress(row: MediaFile, attachable: Answer): string {
    const { origin, otherOrigin } = this.#needs.addresses;
    const path = `/api/v1.0/${this.downloadPath(row, attachable)}`;
    switch (this.#needs.variants.downloadAddress) {
      case 'absolute':
        return `${origin}${path}`;
      case 'relative':
        return path;
      case 'other-origin':
        return `${otherOrigin}/files/${row.id}?signature=${createHash('sha1').update(`${row.id}`).digest('hex')}`;
    }
  }

  /** The attachment of a media file, with what the server knows of its bytes. */
  #attachable(row: MediaFile): Answer {
    const { attachable } = row;
    if (attachable && 'url' in attachable) {
      return { ...attachable, url: withOrigin(attachable.url, this.#needs.addresses.origin) };
    }
    const bytes = this.#needs.content.bytes.get(row.id);
    return {
      ...attachable,
      ...(isFile(row) && bytes ? { ...this.#hashes(bytes), ...this.#size(bytes) } : {}),
    };
  }

  /** Spells names, ids and flags as the variants require. Text ids have the same digits. */
  dress(value: unknown): unknown {
    const { fieldNames, ids, flags, unknownFields } = this.#needs.variants;
    const plain = fieldNames === 'snake' && ids === 'number' && flags === 'number' && !unknownFields;
    if (plain || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.dress(item));
    const dressed: Answer = unknownFields ? { ...strangeFields } : {};
    for (const [name, field] of Object.entries(value)) {
      const key =
        fieldNames === 'camel'
          ? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
          : name;
      if (ids === 'text' && typeof field === 'number' && isId(name)) dressed[key] = String(field);
      else if (flags === 'boolean' && (field === 0 || field === 1) && isFlag(name))
        dressed[key] = field === 1;
      else dressed[key] = this.dress(field);
    }
    return dressed;
  }

  #thumbnail(row: MediaFile): Answer {
    const bytes = this.#needs.content.thumbnails.get(row.id);
    if (!bytes) return {};
    const hash = bytes.hashes?.md5 ?? null;
    return { thumbnail_hash: hash, thumbnail_extension: 'jpg', thumbnail_mime_type: 'image/jpeg' };
  }

  #hashes(bytes: StoredBytes): Answer {
    const { hash, hashCase, hashOfBytes } = this.#needs.variants;
    if (hash === 'none' || !bytes.hashes) return { file_hash: null, converted_file_hash: null };
    const right = hash === 'opaque' ? `v1:${bytes.hashes.sha256.slice(0, 20)}` : bytes.hashes[hash];
    const wrong = hash === 'opaque' ? 'v0:original' : createHash(hash).update(right).digest('hex');
    const spell = (text: string): string => (hashCase === 'upper' ? text.toUpperCase() : text);
    return {
      file_hash: spell(hashOfBytes === 'both' || hashOfBytes === 'original' ? right : wrong),
      converted_file_hash: spell(hashOfBytes === 'both' || hashOfBytes === 'converted' ? right : wrong),
    };
  }

  #size(bytes: StoredBytes): Answer {
    const { fileSize } = this.#needs.variants;
    if (fileSize === 'none') return { file_size: null };
    // The size before the service converted the file.
    return { file_size: fileSize === 'original' ? bytes.size * 2 + 1 : bytes.size };
  }
}

function standIn(playlist: Playlist): MediaFile {
  return {
    ...newMediaFile(nestedOffset + playlist.id, playlist.created_at, playlist.name),
    updated_at: playlist.updated_at,
    attachable_type: 'Playlist',
    attachable_id: playlist.id,
    attachable: { ...playlist },
  };
}

function isId(name: string): boolean {
  return name === 'id' || name.endsWith('_id') || name.includes('_id_as_');
}

function isFlag(name: string): boolean {
  return (
    name.startsWith('is_') ||
    name === 'remove_playlist_entry_after_end_date' ||
    name === 'interaction_enabled'
  );
}

const strangeFields: Answer = { x_internal: null, uuid: '0b7d', meta_tags: [{ deep: [1, 'two', null] }] };
