import { message } from '../../shared/languages/message.ts';
import { createCmsFromConfig, networkFromConfig } from '../cms/from-config.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { ExclusiveFile } from '../ground/exclusive-file.ts';
import type { Log } from '../ground/log.ts';
import { ownFolder } from '../ground/own-files.ts';
import type { Reach } from '../net/reach.ts';
import { openStore, type Store } from '../store/store.ts';
import type { SyncEvents } from '../sync/events.ts';
import { createSync, type Sync } from '../sync/sync.ts';
import type { SyncSettings } from '../sync/sync-settings.ts';
import { Connection } from './connection.ts';
import { sourceOf } from './source.ts';

/** The stages of the engine, opened in the order of the data flow. */
export interface Stages {
  readonly store: Store;
  /** Null while the configuration does not allow requests to the CMS. The show needs no CMS. */
  readonly sync: Sync | null;
  /** Why there is no sync. */
  readonly unconfigured: VitrineError | null;
  /** Throws the reason if there is none. */
  requireSync(): Sync;
  /** Visits the CMS from now on, or as soon as the configuration allows it. */
  start(): void;
  close(): Promise<void>;
}

interface StagesNeeds {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly syncEvents?: Partial<SyncEvents>;
  /** The connection was set up, or is refused for another reason. */
  readonly onConnection?: () => void;
  /** The clock of the CMS, in epoch milliseconds. */
  readonly onServerTime?: (time: number) => void;
  readonly onLocked?: () => void;
  /** The lock of the data folder, if it is already held. */
  readonly lock?: Promise<ExclusiveFile>;
  /** Shared by everything that requests addresses named by the CMS. */
  readonly reach?: Reach;
}

export async function openStages(needs: StagesNeeds): Promise<Stages> {
  const { config, clock, log, onLocked, lock } = needs;
  const { freeBytes, quotaBytes } = config.storage;
  ownFolder(config.dataDir);
  const store = await openStore({
    dataDir: config.dataDir,
    clock,
    log,
    limits: { floorBytes: freeBytes, ...(quotaBytes === null ? {} : { quotaBytes }) },
    ...(onLocked ? { onLocked } : {}),
    ...(lock ? { lock } : {}),
  });
  try {
    const connection = new Connection({
      clock,
      log: log.named('sync'),
      connect: () => connect(needs, store),
      onChanged: () => needs.onConnection?.(),
    });
    return {
      store,
      get sync() {
        return connection.sync;
      },
      get unconfigured() {
        return connection.refusal;
      },
      requireSync: () => connection.requireSync(),
      start: () => connection.start(),
      close: async () => {
        await connection.stop();
        await store.close();
      },
    };
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

/** Connects the store with the configured source. */
function connect({ config, clock, log, syncEvents, onServerTime, reach }: StagesNeeds, store: Store) {
  const source = sourceOf(config, store);
  const { assignment, screens, downloads } = config;
  if (source === null || assignment === null) throw incomplete(config);
  store.useSource(source);
  const network = networkFromConfig(config, reach ? { reach } : {});
  const cms = createCmsFromConfig(config, {
    network,
    retryAfter: store.cmsRetryAfter,
    clock,
    log,
    ...(onServerTime ? { onServerTime } : {}),
  });
  const sync = createSync({
    cms,
    network,
    store,
    clock,
    log: log.named('sync'),
    settings: {
      source,
      assignment,
      ...(screens === 'all'
        ? {}
        : { screens: Object.fromEntries(screens.map(({ id, playlist }) => [id, playlist])) }),
      zones: zonesOf(config),
      ...downloads,
      pollSeconds: config.syncSeconds,
      timeZone: config.timeZone,
    },
    events: { ...syncEvents, assigned: (assignee) => store.keepAssignee(source, assignee) },
  });
  const stop = async () => {
    await sync.stop();
    network.close();
  };
  return { sync, stop };
}

/** A screen that plays what the configuration says is not divided by the CMS. */
function zonesOf({
  screen,
  screens,
}: Pick<Config, 'screen' | 'screens'>): NonNullable<SyncSettings['zones']> {
  const all = screens === 'all' ? [{ id: '1', playlist: null, look: screen }] : screens;
  return Object.fromEntries(
    all.flatMap(({ id, playlist, look }) => {
      const zones = look.zones ?? (playlist === null ? null : []);
      return zones === null ? [] : [[id, zones]];
    }),
  );
}

function incomplete({ cms, assignment, file }: Pick<Config, 'cms' | 'assignment' | 'file'>): VitrineError {
  const missing =
    cms.url !== null
      ? 'config-incomplete.assignment'
      : assignment !== null
        ? 'config-incomplete.address'
        : 'config-incomplete';
  const remedy = file ? message('config-incomplete.add', { file }) : message('config-incomplete.set');
  return new VitrineError('usage', message(missing), { remedy });
}
