import type { Message } from '../../shared/languages/message.ts';
import type { DeviceSettings, EntryRecord, MediaFileRecord, VisitRecord } from '../edition/records.ts';

/**
 * The records of the CMS as the rest of the player sees them: known fields only, ids as text, absent values as null.
 * `decode/` makes them from whatever shape the server answers.
 */

/** Why a record was refused: one bad record does not cost the others. */
export interface Refusal {
  /** In the answer, for example `[3].duration`. */
  readonly path: string;
  /** `is missing`: what is wrong there. */
  readonly reason: Message;
}

export interface Listing<Element> {
  readonly records: readonly Element[];
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
  readonly visit?: VisitRecord;
  /** Null: the answer did not carry them, as a list of playlists usually does not. */
  readonly entries: readonly EntryRecord[] | null;
  /** Those that the server embedded in the entries: they need no request. */
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
