import type { Download, MediaKind } from '../edition/records.ts';

/** One object to be downloaded: all media files of an edition that have the same bytes. */
export interface DownloadTask {
  readonly source: string;
  readonly download: Download;
  readonly kind: MediaKind;
  readonly mediaFileIds: readonly string[];
  /** The first media file's, for people. */
  readonly name: string;
  /** Order in line: 0 is needed first. */
  readonly rank: number;
}
