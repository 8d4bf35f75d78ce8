import type { Clock } from '../clock.ts';
import type { CmsApi } from '../cms/api.ts';
import { createNetwork } from '../cms/network.ts';
import { type FileSystem, realFileSystem } from '../fs.ts';
import type { Log } from '../log.ts';
import { Bandwidth } from './bandwidth.ts';
import { Blocks } from './blocks.ts';
import { Cycle } from './cycle.ts';
import type { SyncEvents } from './events.ts';
import { FreeSpace } from './free-space.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { Paced } from './paced.ts';
import { Poll } from './poll.ts';
import type { SyncStore } from './ports.ts';
import { DownloadQueue } from './queue.ts';
import type { SyncReport, SyncStatus } from './report.ts';
import type { SyncSettings } from './sync-settings.ts';

export interface Sync {
  /**
   * One cycle now, without own backoff but honouring `Retry-After`, three attempts for each object. Rejects when the
   * CMS could not be used.
   */
  once(): Promise<SyncReport>;
  /** Visits the CMS from now on, at a jittered interval. */
  start(): void;
  /** Like `once`, beside the polling. */
  now(): Promise<SyncReport>;
  /** Neither visits nor downloads until `resume`. */
  pause(): void;
  resume(): void;
  status(): SyncStatus;
  stop(): Promise<void>;
}

export interface SyncNeeds {
  readonly cms: CmsApi;
  readonly store: SyncStore;
  readonly fs?: FileSystem;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: SyncSettings;
  readonly events?: Partial<SyncEvents>;
  /** 0 to 1; for jitter. */
  readonly random?: () => number;
}

export function createSync(needs: SyncNeeds): Sync {
  const { cms, store, clock, log, settings, fs = realFileSystem, random = Math.random } = needs;
  const limits: Limits = { ...defaultLimits, ...settings.limits };
  const network = createNetwork({ proxy: settings.proxy ?? null, caFile: settings.caFile ?? null });
  const events: SyncEvents = {
    assigned: () => undefined,
    activated: () => undefined,
    holdingsChanged: () => undefined,
    statusChanged: () => undefined,
    unassigned: () => undefined,
    ...needs.events,
  };
  const changes = new Paced(clock, limits.statusEveryMs, () => events.statusChanged(poll.status()));
  const changed = (): void => changes.ask();
  const space = new FreeSpace(store, clock);
  const queue = new DownloadQueue({
    ...{ cms, store, fs, clock, log, limits, network, random, space },
    partsFolder: store.partsFolder,
    bandwidth: new Bandwidth(clock, settings.bytesPerSecond ?? null),
    blocks: new Blocks(),
    concurrency: settings.concurrency,
    hours: settings.hours ?? null,
    cmsAnswers: () => poll.cmsAnswers,
    events: {
      held: (ids, transferred) => cycle.held(ids, transferred),
      failed: (marker, record) => cycle.failed(marker, record),
      changed,
    },
  });
  const cycle = new Cycle({ cms, store, clock, log, settings, limits, queue, space, events });
  const poll = new Poll({ cycle, queue, clock, log, settings, random, changed });
  return {
    once: () => poll.now(),
    now: () => poll.now(),
    start: () => poll.start(),
    pause: () => poll.pause(),
    resume: () => poll.resume(),
    status: () => poll.status(),
    stop: async () => {
      await poll.stop();
      changes.end();
      network.close();
    },
  };
}
