import { bytesInFile, bytesInMemory, type Hashes, type StoredBytes } from './bytes.ts';
import { type Id, Ledger } from './ledger.ts';
import {
  type Device,
  type DeviceGroup,
  type MediaFile,
  newDeviceGroup,
  newEntry,
  newMediaFile,
  newPlaylist,
  type PhysicalFile,
  type Playlist,
  type PlaylistEntry,
} from './records.ts';

type Changes<Row> = Partial<Omit<Row, 'id'>>;

export interface NewFile {
  readonly name: string;
  /** With extension, `photo.jpg`; the extension decides the type unless `values` overrides it. */
  readonly fileName: string;
  readonly mimeType: string;
  readonly values?: Changes<MediaFile>;
  readonly file?: Partial<PhysicalFile>;
}

/** All stored records as plain data. */
export interface ContentRecords {
  readonly nextId: number;
  readonly playlists: readonly Playlist[];
  readonly entries: readonly PlaylistEntry[];
  readonly mediaFiles: readonly MediaFile[];
  readonly devices: readonly Device[];
  readonly deviceGroups: readonly DeviceGroup[];
}

/**
 * The records of the demo CMS, and every way to change them. Each change stamps the record and notifies the listener,
 * which saves it. Ids are never reused.
 */
export class DemoContent {
  readonly playlists = new Map<number, Playlist>();
  readonly entries = new Map<number, PlaylistEntry>();
  readonly mediaFiles = new Map<number, MediaFile>();
  readonly devices = new Map<number, Device>();
  readonly deviceGroups = new Map<number, DeviceGroup>();
  /** By id of the media file. */
  readonly bytes = new Map<number, StoredBytes>();
  readonly thumbnails = new Map<number, StoredBytes>();
  readonly #entriesOf = new Map<number, Set<number>>();
  /** The highest index in each playlist, so that adding 10,000 entries does not sort 10,000 times. */
  readonly #lastIndex = new Map<number, number>();
  readonly #ledger: Ledger;

  constructor(now: () => number, changed: () => void) {
    this.#ledger = new Ledger(now, changed);
  }

  /** Whole seconds, increased by every change: HTTP dates must distinguish two changes in one second. */
  get changedAt(): number {
    return this.#ledger.changedAt;
  }

  addPlaylist(values: Changes<Playlist> & { readonly name: string }): Playlist {
    return this.#ledger.put(this.playlists, {
      ...newPlaylist(this.#ledger.take(), this.#ledger.stamp()),
      ...values,
    });
  }

  changePlaylist(id: Id, values: Changes<Playlist>): Playlist {
    return this.#ledger.change(this.playlists, id, values);
  }

  /** Its own entries are removed; entries elsewhere that reference it stay dangling, as on a live server. */
  removePlaylist(id: Id): Playlist {
    for (const entry of this.entriesOf(id)) this.removeEntry(entry.id);
    return this.#ledger.remove(this.playlists, id);
  }

  /** In playing order. */
  entriesOf(playlistId: Id): PlaylistEntry[] {
    const ids = this.#entriesOf.get(Number(playlistId)) ?? [];
    const rows = [...ids].flatMap((id) => this.entries.get(id) ?? []);
    return rows.sort((a, b) => a.index - b.index || a.id - b.id);
  }

  /** At the end of the list unless `index` is given. */
  addEntry(playlistId: Id, values: Changes<PlaylistEntry> = {}): PlaylistEntry {
    const playlist = this.#ledger.get(this.playlists, playlistId);
    const index = values.index ?? (this.#lastIndex.get(playlist.id) ?? 0) + 1;
    const fresh = newEntry(this.#ledger.take(), this.#ledger.stamp(), playlist.id, index);
    const entry = this.#ledger.put(this.entries, { ...fresh, ...values, playlist_id: playlist.id });
    this.#enlist(entry);
    this.#ledger.touch(playlist);
    return entry;
  }

  changeEntry(id: Id, values: Omit<Changes<PlaylistEntry>, 'playlist_id'>): PlaylistEntry {
    const entry = this.#ledger.change(this.entries, id, values);
    this.#ledger.touch(this.playlists.get(entry.playlist_id));
    return entry;
  }

  removeEntry(id: Id): PlaylistEntry {
    const entry = this.#ledger.remove(this.entries, id);
    this.#entriesOf.get(entry.playlist_id)?.delete(entry.id);
    this.#ledger.touch(this.playlists.get(entry.playlist_id));
    return entry;
  }

  /** Entries not listed keep their order after the listed ones. */
  orderEntries(playlistId: Id, ids: readonly Id[]): void {
    const place = new Map(ids.map((id, position) => [Number(id), position]));
    const placed = (entry: PlaylistEntry): number => place.get(entry.id) ?? ids.length;
    const rows = this.entriesOf(playlistId).sort((a, b) => placed(a) - placed(b));
    for (const [position, entry] of rows.entries()) {
      if (entry.index !== position + 1) this.changeEntry(entry.id, { index: position + 1 });
    }
  }

  addFile(file: NewFile, bytes: Uint8Array): MediaFile {
    return this.addStoredFile(file, bytesInMemory(bytes, this.#ledger.tick()));
  }

  /** Streamed from its place, never held in memory. `hashes: null` avoids reading a very large file. */
  async addFileFromPath(file: NewFile, path: string, hashes?: Hashes | null): Promise<MediaFile> {
    return this.addStoredFile(file, await bytesInFile(path, hashes));
  }

  addStoredFile(file: NewFile, bytes: StoredBytes): MediaFile {
    const at = this.#ledger.stamp();
    const extension = extensionOf(file.fileName);
    const row = newMediaFile(this.#ledger.take(), at, file.name);
    const attachable: PhysicalFile = {
      id: this.#ledger.take(),
      status: 3,
      original_name: file.fileName,
      original_extension: extension,
      file_hash: null,
      converted_file_hash: null,
      extension,
      mime_type: file.mimeType,
      file_size: bytes.size,
      duration: null,
      width: null,
      height: null,
      color_mode: null,
      company_id: row.company_id,
      created_at: at,
      updated_at: at,
      ...file.file,
    };
    this.bytes.set(row.id, bytes);
    return this.#ledger.put(this.mediaFiles, {
      ...row,
      attachable_type: 'PhysicalFile',
      attachable_id: attachable.id,
      attachable,
      ...file.values,
    });
  }

  addWebPage(name: string, url: string, header = '{}', values: Changes<MediaFile> = {}): MediaFile {
    const at = this.#ledger.stamp();
    const row = newMediaFile(this.#ledger.take(), at, name);
    const id = this.#ledger.take();
    const attachable = { id, url, header, company_id: row.company_id, created_at: at, updated_at: at };
    const page = { ...row, attachable_type: 'Website' as const, attachable_id: id, attachable, ...values };
    return this.#ledger.put(this.mediaFiles, page);
  }

  /** Has no file: the service draws it, and keeps a thumbnail of it. */
  addDrawn(
    kind: 'Template' | 'Content',
    name: string,
    thumbnail: StoredBytes,
    values: Changes<MediaFile> = {},
  ): MediaFile {
    const row = newMediaFile(this.#ledger.take(), this.#ledger.stamp(), name);
    this.thumbnails.set(row.id, thumbnail);
    return this.#ledger.put(this.mediaFiles, {
      ...row,
      attachable_type: kind,
      attachable_id: this.#ledger.take(),
      ...values,
    });
  }

  addFolder(name: string, values: Changes<MediaFile> = {}): MediaFile {
    return this.#ledger.put(this.mediaFiles, {
      ...newMediaFile(this.#ledger.take(), this.#ledger.stamp(), name),
      ...values,
    });
  }

  /** New content under the same id: hashes, size and time change with it. */
  replaceBytes(id: Id, bytes: Uint8Array | StoredBytes): MediaFile {
    const row = this.#ledger.get(this.mediaFiles, id);
    const stored = bytes instanceof Uint8Array ? bytesInMemory(bytes, this.#ledger.tick()) : bytes;
    this.bytes.set(row.id, stored);
    if (row.attachable && 'file_size' in row.attachable) {
      row.attachable = { ...row.attachable, file_size: stored.size, updated_at: this.#ledger.stamp() };
    }
    this.#ledger.touch(row);
    return row;
  }

  /** Entries that reference it stay dangling, as on a live server. */
  removeMediaFile(id: Id): MediaFile {
    const row = this.#ledger.remove(this.mediaFiles, id);
    this.bytes.delete(row.id);
    this.thumbnails.delete(row.id);
    return row;
  }

  /** Restores removed records in their places. An entry whose playlist is gone is not restored. */
  putBack({ playlists = [], mediaFiles = [], entries = [] }: Partial<ContentRecords>): void {
    for (const row of playlists) this.#ledger.insert(this.playlists, row);
    for (const row of mediaFiles) this.#ledger.insert(this.mediaFiles, row);
    for (const row of entries.filter((entry) => this.playlists.has(entry.playlist_id))) {
      this.#enlist(this.#ledger.put(this.entries, row));
      this.#ledger.touch(this.playlists.get(row.playlist_id));
    }
  }

  addDeviceGroup(values: Changes<DeviceGroup> & { readonly name: string }): DeviceGroup {
    return this.#ledger.put(this.deviceGroups, {
      ...newDeviceGroup(this.#ledger.take(), this.#ledger.stamp()),
      ...values,
    });
  }

  changeDeviceGroup(id: Id, values: Changes<DeviceGroup>): DeviceGroup {
    return this.#ledger.change(this.deviceGroups, id, values);
  }

  addDevice(values: Changes<Device> & { readonly name: string }): Device {
    const fresh = { ...newDeviceGroup(this.#ledger.take(), this.#ledger.stamp()), device_group_id: null };
    return this.#ledger.put(this.devices, { ...fresh, ...values });
  }

  changeDevice(id: Id, values: Changes<Device>): Device {
    return this.#ledger.change(this.devices, id, values);
  }

  /** All records as plain data, for the state file. */
  records(): ContentRecords {
    return {
      nextId: this.#ledger.nextId,
      playlists: [...this.playlists.values()],
      entries: [...this.entries.values()],
      mediaFiles: [...this.mediaFiles.values()],
      devices: [...this.devices.values()],
      deviceGroups: [...this.deviceGroups.values()],
    };
  }

  /** Replaces all records. */
  load(records: ContentRecords): void {
    for (const rows of [this.playlists, this.entries, this.mediaFiles, this.devices, this.deviceGroups])
      rows.clear();
    this.#entriesOf.clear();
    this.#lastIndex.clear();
    for (const row of records.playlists) this.playlists.set(row.id, row);
    for (const row of records.mediaFiles) this.mediaFiles.set(row.id, row);
    for (const row of records.devices) this.devices.set(row.id, row);
    for (const row of records.deviceGroups) this.deviceGroups.set(row.id, row);
    for (const row of records.entries) {
      this.entries.set(row.id, row);
      this.#enlist(row);
    }
    this.#ledger.nextId = records.nextId;
    this.#ledger.tick();
  }

  #enlist(entry: PlaylistEntry): void {
    const siblings = this.#entriesOf.get(entry.playlist_id) ?? new Set();
    this.#entriesOf.set(entry.playlist_id, siblings.add(entry.id));
    this.#lastIndex.set(
      entry.playlist_id,
      Math.max(this.#lastIndex.get(entry.playlist_id) ?? 0, entry.index),
    );
  }
}

export function extensionOf(fileName: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}
