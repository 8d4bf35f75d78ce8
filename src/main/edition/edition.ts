import type { DeviceSettings, EntryRecord, MediaFileRecord, VisitRecord, ZoneRecord } from './records.ts';

/**
 * An immutable manifest of everything this device needs, for all its screens. Its id is the SHA-256 of its canonical
 * form (everything below but the id itself), so equal content is the same edition.
 */
export interface Edition {
  readonly id: string;
  /** CMS address, account and assignment as one key. Sources are never mixed. */
  readonly source: string;
  /** Settings of the device, merged with those of its group. */
  readonly settings: DeviceSettings;
  /** Screen id → id of the playlist it plays. The first screen is `1`; each of its zones has its own line, `1/side`. */
  readonly screens: Readonly<Record<string, string>>;
  /** Screen id → its zones as sent. Left out: no screen is divided. */
  readonly zones?: Readonly<Record<string, readonly ZoneRecord[]>>;
  /** By id: every playlist reachable from a screen. */
  readonly playlists: Readonly<Record<string, EditionPlaylist>>;
  /** By id: every media file that these playlists name and the CMS knows. */
  readonly mediaFiles: Readonly<Record<string, MediaFileRecord>>;
}

export interface EditionPlaylist {
  readonly id: string;
  readonly name: string;
  readonly shuffled: boolean;
  /** How much of it plays each time where it is nested; left out: all. */
  readonly visit?: VisitRecord;
  readonly deletedAt: string | null;
  readonly entries: readonly EntryRecord[];
}

export interface StoredEdition {
  readonly edition: Edition;
  readonly state: 'staged' | 'active' | 'previous';
  /** Epoch milliseconds. */
  readonly stagedAt: number;
  readonly activatedAt: number | null;
  /**
   * False: it plays, but some items are missing. It becomes false again when one of its objects is lost (quarantined by
   * the scrub, or gone from disk), so that the next cycle downloads that one again.
   */
  readonly complete: boolean;
}

/** By id. Ids are the server's text: `constructor` must not find an inherited property. */
export function playlistOf(edition: Edition, id: string): EditionPlaylist | null {
  return Object.hasOwn(edition.playlists, id) ? (edition.playlists[id] ?? null) : null;
}

export function mediaFileOf(edition: Edition, id: string): MediaFileRecord | null {
  return Object.hasOwn(edition.mediaFiles, id) ? (edition.mediaFiles[id] ?? null) : null;
}
