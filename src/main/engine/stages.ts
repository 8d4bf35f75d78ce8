import type { Clock } from '../clock.ts';
import { createCmsFromConfig } from '../cms/from-config.ts';
import type { Config } from '../config.ts';
import { asVitrineError, VitrineError } from '../errors.ts';
import type { Log } from '../log.ts';
import { openStore, type Store } from '../store/store.ts';
import type { SyncEvents } from '../sync/events.ts';
import { createSync, type Sync } from '../sync/sync.ts';
import { sourceKey } from './source.ts';

/** The stages of the engine, opened in the order in which data flows through them. */
export interface Stages {
  readonly store: Store;
  /** Null when the CMS cannot be asked with this configuration; `unconfigured` says why. The show needs no CMS. */
  readonly sync: Sync | null;
  readonly unconfigured: VitrineError | null;
  close(): Promise<void>;
}

interface StagesNeeds {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly syncEvents?: Partial<SyncEvents>;
  /** Told what the clock of the CMS shows; epoch milliseconds. */
  readonly onServerTime?: (time: number) => void;
  readonly onLocked?: () => void;
}

export async function openStages(options: StagesNeeds): Promise<Stages> {
  const { config, clock, log } = options;
  const { freeBytes, quotaBytes } = config.storage;
  const store = await openStore({
    dataDir: config.dataDir,
    clock,
    log,
    limits: {
      floorBytes: freeBytes,
      ...(quotaBytes === null ? {} : { quotaBytes }),
    },
    ...(options.onLocked ? { onLocked: options.onLocked } : {}),
  });
  const withoutCms = (unconfigured: VitrineError | null): Stages => {
    return { store, sync: null, unconfigured, close: () => store.close() };
  };
  try {
    const unconfigured = whatIsMissing(config);
    const shown = store.show()?.edition.source ?? null;
    const source = sourceKey(config, shown, shown === null ? null : store.assignee(shown));
    if (source !== null) store.useSource(source);
    if (unconfigured || source === null || config.assignment === null) return withoutCms(unconfigured);
    const cms = clientFor(options, store);
    if (cms instanceof VitrineError) return withoutCms(cms);
    const sync = createSync({
      cms,
      store,
      clock,
      log: log.named('sync'),
      settings: {
        source,
        assignment: config.assignment,
        ...(config.screens === 'all'
          ? {}
          : { screens: Object.fromEntries(config.screens.map(({ id, playlist }) => [id, playlist])) }),
        pollSeconds: config.syncSeconds,
        concurrency: config.downloads.concurrency,
        bytesPerSecond: config.downloads.bytesPerSecond,
        hours: config.downloads.hours,
        timeZone: config.timeZone,
        proxy: config.cms.proxy,
        caFile: config.cms.caFile,
      },
      events: { ...options.syncEvents, assigned: (assignee) => store.keepAssignee(source, assignee) },
    });
    return {
      store,
      sync,
      unconfigured: null,
      close: async () => {
        await sync.stop();
        cms.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Or what a person has to mend first, such as a token that is none. */
function clientFor({ config, clock, log, onServerTime }: StagesNeeds, { cmsPatience }: Store) {
  try {
    return createCmsFromConfig(config, {
      patience: cmsPatience,
      clock,
      log,
      ...(onServerTime ? { onServerTime } : {}),
    });
  } catch (thrown) {
    const error = asVitrineError(thrown);
    if (error.kind === 'usage' || error.kind === 'auth') return error;
    throw thrown;
  }
}

function whatIsMissing(config: Config): VitrineError | null {
  const missing = [
    ...(config.cms.url === null ? ['the address of the CMS (VITRINE_CMS_URL)'] : []),
    ...(config.assignment === null
      ? ['what to play (VITRINE_PLAYLIST, VITRINE_DEVICE or VITRINE_DEVICE_GROUP)']
      : []),
  ];
  if (missing.length === 0) return null;
  return new VitrineError(
    'usage',
    'config-incomplete',
    `The configuration does not say ${missing.join(', nor ')}.`,
    {
      remedy: config.file
        ? `Add it to ${config.file}.`
        : 'Set it in the environment or a configuration file.',
    },
  );
}
