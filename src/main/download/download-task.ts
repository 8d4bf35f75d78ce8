import type { Download, MediaKind } from '../edition/records.ts';

/** One object to download, for all media files of an edition with the same bytes. */
export interface DownloadTask {
  readonly source: string;
  readonly download: Download;
  readonly kind: MediaKind;
  readonly mediaFileIds: readonly string[];
  /** Name of the first media file, for display. */
  readonly name: string;
  /** Order of need: 0 first. */
  readonly rank: number;
}
