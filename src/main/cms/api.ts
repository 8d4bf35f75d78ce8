import type { MediaFileRecord } from '../edition/records.ts';
import type { DeviceGroupRecord, DeviceRecord, Listing, PlaylistRecord } from './records.ts';

/**
 * The documented interface as one object. Every failure is a VitrineError whose kind says whether to try again.
 * Where nothing has changed since the last call, the very same object is returned, so that `===` proves it.
 */
export interface CmsApi {
  playlists(options?: CallOptions): Promise<Listing<PlaylistRecord>>;
  /** With its entries; `cms-not-found` when there is no such playlist. */
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
  /** The token goes only to the interface's own origin and to hosts that the profile lists. */
  downloadHeaders(url: string): Promise<Readonly<Record<string, string>>>;
  /** For a download that was answered 401: one refresh however many ask. False: a person must log in. */
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

/** Keeps until when the CMS asked us to stay away, so that a restart honours it too. */
export interface RetryAfterStore {
  /** Epoch milliseconds, or null. */
  until(): number | null;
  set(until: number | null): void;
}
