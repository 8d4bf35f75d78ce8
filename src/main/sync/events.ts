import type { Assignee } from '../edition/assignment.ts';
import type { StoredEdition } from '../edition/edition.ts';
import type { SyncStatus } from './report.ts';

export interface SyncEvents {
  /** Reports at each visit how the CMS names the configured assignment. */
  assigned(assignee: Assignee): void;
  activated(edition: StoredEdition): void;
  statusChanged(status: SyncStatus): void;
}
