import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoCms, type DemoCmsOptions, startDemoCms } from '../../src/demo/cms.ts';
import type { CmsApi } from '../../src/main/cms/api.ts';
import { createCms } from '../../src/main/cms/client.ts';
import { personalToken } from '../../src/main/cms/credentials.ts';
import type { Limits } from '../../src/main/download/limits.ts';
import { type Clock, systemClock } from '../../src/main/ground/clock.ts';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { createLog, type Log, type LogLine } from '../../src/main/ground/log.ts';
import { createNetwork } from '../../src/main/net/network.ts';
import type { Reach } from '../../src/main/net/reach.ts';
import type { StoreLimits } from '../../src/main/store/objects/limits.ts';
import { openStore, type Store } from '../../src/main/store/store.ts';
import type { SyncEvents } from '../../src/main/sync/events.ts';
import { createSync, type Sync } from '../../src/main/sync/sync.ts';
import type { SyncSettings } from '../../src/main/sync/sync-settings.ts';
import { onLoopback } from './on-loopback.ts';

/** Short waits for tests, generous enough that a busy machine does not look like a silent server. */
export const quickLimits: Partial<Limits> = {
  firstRetryMs: 20,
  longestRetryMs: 100,
  retryFailedMs: 300,
  eagerWaitMs: 300,
  secondReadingMs: 20,
  diskFullRetryMs: 50,
  statusEveryMs: 50,
};

export interface PlayerOptions {
  readonly folder: string;
  readonly cms: { readonly baseUrl: string; readonly token: string; readonly playlistId: string };
  readonly settings?: Partial<SyncSettings>;
  readonly limits?: Partial<Limits>;
  readonly storeLimits?: Partial<StoreLimits>;
  readonly events?: Partial<SyncEvents>;
  readonly clock?: Clock;
  readonly fs?: FileSystem;
  readonly lines?: LogLine[];
  readonly log?: Log;
  readonly random?: () => number;
  readonly reach?: Reach;
  readonly wrapCms?: (cms: CmsApi) => CmsApi;
}

/** The real client, store and sync on one data folder, connected as in the engine, without a screen. */
export interface PlayerParts {
  readonly sync: Sync;
  readonly store: Store;
  readonly cms: CmsApi;
  close(): Promise<void>;
}

export async function openParts(options: PlayerOptions): Promise<PlayerParts> {
  const { clock = systemClock, fs = realFileSystem, lines = [] } = options;
  const log = options.log ?? createLog((line) => lines.push(line));
  const store = await openStore({
    dataDir: options.folder,
    clock,
    log,
    fs,
    limits: { floorBytes: 0, ballastBytes: 0, ...options.storeLimits },
  });
  const source = options.settings?.source ?? 'test';
  store.useSource(source);
  const client = createCms({
    baseUrl: options.cms.baseUrl,
    credentials: personalToken(options.cms.token),
    retryAfter: store.cmsRetryAfter,
    clock,
    log,
    env: {},
    limits: { retries: 0, shortWaitMs: 0, secondReadMs: 20 },
  });
  const cms = options.wrapCms ? options.wrapCms(client) : client;
  const network = createNetwork({ reach: options.reach ?? onLoopback() });
  const sync = createSync({
    cms,
    network,
    store,
    fs,
    clock,
    log,
    settings: {
      source,
      assignment: { kind: 'playlist', ref: options.cms.playlistId },
      pollSeconds: 1,
      concurrency: 6,
      ...options.settings,
      limits: { ...quickLimits, ...options.limits },
    },
    ...(options.events ? { events: options.events } : {}),
    ...(options.random ? { random: options.random } : {}),
  });
  return {
    sync,
    store,
    cms,
    async close() {
      await sync.stop();
      network.close();
      client.close();
      await store.close();
    },
  };
}

/** A demo CMS and a data folder for one test; `await using` removes both. */
export interface Rig extends AsyncDisposable {
  readonly demo: DemoCms;
  readonly folder: string;
  readonly lines: LogLine[];
  open(options?: Partial<PlayerOptions>): Promise<PlayerParts>;
}

export async function startRig(options: DemoCmsOptions = {}): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sync-'));
  const demo = await startDemoCms({ seed: 'empty', ...options });
  const opened: PlayerParts[] = [];
  const lines: LogLine[] = [];
  return {
    demo,
    folder,
    lines,
    async open(more = {}) {
      const parts = await openParts({ folder: join(folder, 'data'), cms: demo, lines, ...more });
      const once = { ...parts, close: onlyOnce(() => parts.close()) };
      opened.push(once);
      return once;
    },
    async [Symbol.asyncDispose]() {
      for (const parts of opened) await parts.close();
      await demo.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work();
    return done;
  };
}
