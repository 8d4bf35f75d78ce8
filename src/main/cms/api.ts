import type { MediaFileRecord } from '../edition/records.ts';
import type { DeviceGroupRecord, DeviceRecord, Listing, PlaylistRecord } from './records.ts';

/**
 * The documented CMS API. Every failure is a VitrineError whose kind says whether to retry. An unchanged answer returns the same
 * object as the last call, so that `===` proves it.
 */
export interface CmsApi {
  playlists(options?: CallOptions): Promise<Listing<PlaylistRecord>>;
  /** Includes its entries. Throws `cms-not-found` for an unknown playlist. */
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
  /** Headers with the token, only for the API's own origin and hosts that the profile lists. */
  downloadHeaders(url: string): Promise<Readonly<Record<string, string>>>;
  /** For downloads that got a 401: concurrent calls share one refresh. False: the user must log in. */
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

/** Persists the `Retry-After` of the CMS, so that a restart honours it too. */
export interface RetryAfterStore {
  /** Epoch milliseconds, or null. */
  until(): number | null;
  set(until: number | null): void;
}
