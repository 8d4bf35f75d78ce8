import { Bandwidth } from '../download/bandwidth.ts';
import { Blocks } from '../download/blocks.ts';
import { FreeSpace } from '../download/free-space.ts';
import { defaultLimits } from '../download/limits.ts';
import { Paced } from '../download/paced.ts';
import { realFileSystem } from '../ground/fs.ts';
import { Cycle } from './cycle.ts';
import type { SyncEvents } from './events.ts';
import type { SharedNeeds } from './needs.ts';
import { Poll } from './poll.ts';
import { DownloadQueue } from './queue.ts';
import type { SyncReport, SyncStatus } from './report.ts';

export interface Sync {
  /**
   * Runs one cycle now, also during polling: three attempts for each object, no backoff, but `Retry-After` is honoured.
   * Rejects when the CMS cannot be used.
   */
  once(): Promise<SyncReport>;
  /** Polls the CMS from now on, at a jittered interval. */
  start(): void;
  /** Stops visits and downloads until `resume`. */
  pause(): void;
  resume(): void;
  status(): SyncStatus;
  stop(): Promise<void>;
}

interface SyncNeeds
  extends Pick<SharedNeeds, 'cms' | 'store' | 'clock' | 'log' | 'settings' | 'network'>,
    Partial<Pick<SharedNeeds, 'fs' | 'random'>> {
  readonly events?: Partial<SyncEvents>;
}

export function createSync(needs: SyncNeeds): Sync {
  const { store, clock, settings, log } = needs;
  const limits = { ...defaultLimits, ...settings.limits };
  const shared: SharedNeeds = {
    fs: realFileSystem,
    random: Math.random,
    ...needs,
    limits,
    bandwidth: new Bandwidth(clock, settings.bytesPerSecond ?? null),
    blocks: new Blocks(),
    space: new FreeSpace(store, clock),
  };
  const events: SyncEvents = {
    assigned: () => undefined,
    activated: () => undefined,
    statusChanged: () => undefined,
    ...needs.events,
  };
  // Both calls may need the database. While it fails, visits and downloads must go on; the next change retries.
  const changes = new Paced(clock, limits.statusEveryMs, () => {
    try {
      events.statusChanged(poll.status());
      log.state('status', 'reported', 'debug', 'Reported the sync status');
    } catch (error) {
      log.state('status', 'failed', 'warn', 'Cannot report the sync status; the next change retries', {
        error,
      });
    }
  });
  const changed = (): void => changes.notify();
  const queue = new DownloadQueue({
    ...shared,
    cmsAnswers: () => poll.cmsAnswers,
    events: {
      held: (ids, transferred) => cycle.held(ids, transferred),
      failed: (marker, record) => cycle.failed(marker, record),
      changed,
    },
  });
  const cycle = new Cycle({ ...shared, queue, events });
  const poll = new Poll({ ...shared, cycle, queue, changed });
  return {
    once: () => poll.once(),
    start: () => poll.start(),
    pause: () => poll.pause(),
    resume: () => poll.resume(),
    status: () => poll.status(),
    stop: async () => {
      await poll.stop();
      changes.end();
    },
  };
}
