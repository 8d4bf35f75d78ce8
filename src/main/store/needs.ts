import type { Clock } from '../ground/clock.ts';
import type { FileSystem } from '../ground/fs.ts';
import type { Log } from '../ground/log.ts';
import type { Serial } from '../ground/serial.ts';
import type { Database } from './database.ts';
import type { DiskHealth } from './health.ts';
import type { Layout } from './objects/layout.ts';
import type { StoreLimits } from './objects/limits.ts';

/** Dependencies of nearly every part of the store. */
export interface StoreNeeds {
  readonly database: Database;
  readonly fs: FileSystem;
  readonly layout: Layout;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: StoreLimits;
  readonly health: DiskHealth;
  /** Serialises all work that changes files and rows together. */
  readonly serial: Serial;
}
