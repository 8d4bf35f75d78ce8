import type { DeviceSettings, EntryRecord, MediaFileRecord } from '../edition/records.ts';

/**
 * What the CMS knows, as the rest of the player sees it: known fields only, ids as text, absent values as null.
 * `decode` makes these from whatever shape the server answers.
 */

/** A record that was refused, and why: one bad record does not cost the others. */
export interface Refusal {
  /** Where in the answer, for example `playlist_entries[3].duration`. */
  readonly path: string;
  readonly reason: string;
}

export interface Listing<Item> {
  readonly records: readonly Item[];
  readonly refused: readonly Refusal[];
}

export interface PlaylistRecord {
  readonly id: string;
  readonly name: string;
  readonly comment: string | null;
  readonly companyId: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  readonly shuffled: boolean;
  /** Null: this answer did not carry entries (a list of playlists usually does not). */
  readonly entries: readonly EntryRecord[] | null;
  /** Media files that the server embedded in the entries: these need not be asked for. */
  readonly mediaFiles?: readonly MediaFileRecord[];
}

export interface DeviceRecord {
  readonly id: string;
  readonly name: string;
  readonly groupId: string | null;
  readonly playlistId: string | null;
  readonly settings: DeviceSettings;
}

export interface DeviceGroupRecord {
  readonly id: string;
  readonly name: string;
  readonly comment: string;
  readonly playlistId: string | null;
  readonly settings: DeviceSettings;
}
