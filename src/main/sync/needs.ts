import type { Clock } from '../ground/clock.ts';
import type { CmsApi } from '../cms/api.ts';
import type { Network } from '../net/network.ts';
import type { FileSystem } from '../ground/fs.ts';
import type { Log } from '../ground/log.ts';
import type { Bandwidth } from '../download/bandwidth.ts';
import type { Blocks } from '../download/blocks.ts';
import type { FreeSpace } from '../download/free-space.ts';
import type { Limits } from '../download/limits.ts';
import type { SyncStore } from './ports.ts';
import type { SyncSettings } from './sync-settings.ts';

/** What the parts of sync are made with. Each picks what it uses. */
export interface SharedNeeds {
  readonly cms: CmsApi;
  readonly store: SyncStore;
  readonly fs: FileSystem;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: SyncSettings;
  readonly limits: Limits;
  readonly network: Network;
  readonly bandwidth: Bandwidth;
  readonly blocks: Blocks;
  readonly space: FreeSpace;
  /** 0 to 1; for jitter. */
  readonly random: () => number;
}
