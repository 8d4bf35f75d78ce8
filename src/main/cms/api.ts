import type { MediaFileRecord } from '../edition/records.ts';
import type { DeviceGroupRecord, DeviceRecord, Listing, PlaylistRecord } from './records.ts';

/**
 * The documented interface as one object. Every failure is a VitrineError whose kind says whether to try again.
 *
 * Reading calls are conditional where the server allows it: when nothing changed, the very same object as the last
 * time is returned, so that `===` proves it.
 */
export interface CmsApi {
  playlists(options?: CallOptions): Promise<Listing<PlaylistRecord>>;
  /** With its entries. Not found is a permanent error with the code `cms-not-found`. */
  playlist(id: string, options?: CallOptions): Promise<PlaylistRecord>;
  createPlaylist(values: PlaylistValues, options?: CallOptions): Promise<PlaylistRecord>;
  updatePlaylist(id: string, values: Partial<PlaylistValues>, options?: CallOptions): Promise<PlaylistRecord>;
  deletePlaylist(id: string, options?: CallOptions): Promise<void>;
  mediaFiles(options?: CallOptions): Promise<Listing<MediaFileRecord>>;
  mediaFile(id: string, options?: CallOptions): Promise<MediaFileRecord>;
  uploadFile(upload: FileUpload, options?: CallOptions): Promise<MediaFileRecord>;
  addWebPage(page: WebPageUpload, options?: CallOptions): Promise<MediaFileRecord>;
  devices(options?: CallOptions): Promise<Listing<DeviceRecord>>;
  deviceGroups(options?: CallOptions): Promise<Listing<DeviceGroupRecord>>;
  /** Headers that may go with a download from this address: the token only to its own origin or a listed host. */
  downloadHeaders(url: string): Promise<Readonly<Record<string, string>>>;
  /** Called when a download answered 401: refreshes once however many ask; false = a person must log in. */
  refreshLogin(): Promise<boolean>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface PlaylistValues {
  readonly name: string;
  readonly comment: string;
}

export interface FileUpload {
  readonly path: string;
  readonly folderId?: string;
  readonly onProgress?: (sent: number, total: number) => void;
}

export interface WebPageUpload {
  readonly name: string;
  readonly url: string;
  readonly folderId?: string;
}

/** Where the instant until which the CMS asked us to stay away is kept, so that a restart honours it too. */
export interface PatienceStore {
  /** Epoch milliseconds, or null. */
  until(): number | null;
  set(until: number | null): void;
}
