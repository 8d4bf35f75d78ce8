import type { Assignee } from '../edition/assignment.ts';
import type { StoredEdition } from '../edition/edition.ts';
import type { SyncStatus } from './report.ts';

/** What sync tells whoever wires the player. */
export interface SyncEvents {
  /** The CMS knows the configured assignment as this one. Told at each visit. */
  assigned(assignee: Assignee): void;
  activated(edition: StoredEdition): void;
  statusChanged(status: SyncStatus): void;
}
