import type { CmsApi } from '../cms/api.ts';
import type { SharedNeeds as DownloadNeeds } from '../download/needs.ts';
import type { SyncStore } from '../download/ports.ts';
import type { Log } from '../ground/log.ts';
import type { SyncSettings } from './sync-settings.ts';

/** Dependencies of the parts of sync. Each picks what it uses. */
export interface SharedNeeds extends DownloadNeeds {
  readonly cms: CmsApi;
  readonly store: SyncStore;
  readonly log: Log;
  readonly settings: SyncSettings;
  /** 0 to 1; for jitter. */
  readonly random: () => number;
}
