import type { ExclusiveFile } from '../ground/exclusive-file.ts';
import { reachFromConfig } from '../net/reach-from-config.ts';
import type { ServerTime } from '../schedule/trust.ts';
import { parseTurns } from '../schedule/turns.ts';
import type { AlertFeeds } from './alert-feeds.ts';
import { Engine, type EngineNeeds } from './engine.ts';
import { Headlines } from './headlines.ts';
import { HeldObjects } from './held-objects.ts';
import { InterruptFiles } from './interrupt-files.ts';
import type { openUpdates } from './open-updates.ts';
import { plainHoldings } from './plain-holdings.ts';
import { Programmer } from './programmer.ts';
import type { EngineData } from './protocol.ts';
import { keepScrubbing } from './scrubbing.ts';
import { openStages } from './stages.ts';
import { leaveSuspect } from './suspect-edition.ts';

/** Null without a launcher, which alone could start another release. Loaded only if needed. */
async function updatesOf(data: EngineData, around: Parameters<typeof openUpdates>[3]) {
  const { launched = null, config } = data;
  const { root } = config.update;
  if (launched === null || root === null) return null;
  const { OpeningUpdates } = await import('../update/opening.ts');
  return OpeningUpdates.begin({
    clock: around.clock,
    log: around.log,
    running: launched.release,
    open: async () => {
      const { openUpdates } = await import('./open-updates.ts');
      return openUpdates(config, launched, root, around);
    },
  });
}

/** Null: none is configured. Loaded only if needed. */
async function alertFeedsOf(
  { configMistake }: EngineData,
  needs: ConstructorParameters<typeof AlertFeeds>[0],
): Promise<AlertFeeds | null> {
  if (needs.config.interrupts.cap.feeds.length === 0) {
    // Those of feeds that were configured before end, unless the feeds are left out because of a mistake.
    if (configMistake === null) needs.emit([]);
    return null;
  }
  const loaded = await import('./alert-feeds.ts');
  return new loaded.AlertFeeds(needs);
}

/** Wires the engine and starts it. Fails when the data folder cannot be used. */
export async function openEngine(
  data: EngineData,
  needs: EngineNeeds,
  lock?: Promise<ExclusiveFile>,
): Promise<Engine> {
  const { clock, log, emit } = needs;
  const { config, start = { isSafe: false, provenEdition: null } } = data;
  const cmsAddress = config.cms.url ?? '';
  const reach = reachFromConfig(config, {
    onCmsKind: (kind) => {
      store.keepCmsKind(cmsAddress, kind);
      emit({ type: 'cms-kind', kind });
    },
  });
  let serverTime: ServerTime | null = null;
  const stages = await openStages({
    config,
    clock,
    log,
    reach,
    onLocked: () => emit({ type: 'locked' }),
    ...(lock ? { lock } : {}),
    onServerTime: (date) => {
      serverTime = { date, sinceBoot: clock.sinceBoot() };
    },
    syncEvents: {
      activated: () => engine.editionChanged(),
      statusChanged: (status) => engine.visited(status),
    },
    onConnection: () => engine.connectionChanged(),
  });
  const { store } = stages;
  // Until the next connection the CMS is assumed in the network where it last was: it may be down for longer than this start.
  const cmsKind = store.cmsKind(cmsAddress);
  if (cmsKind !== null) {
    reach.assume(cmsKind);
    emit({ type: 'cms-kind', kind: cmsKind });
  }
  const interruptMedia = new InterruptFiles({
    config,
    clock,
    log: log.named('interrupt'),
    store,
    isMistaken: data.configMistake !== null,
    emit: (report) => emit({ type: 'interrupt-media', ...report }),
  });
  await leaveSuspect(store, start, log);
  const held = new HeldObjects(store, clock);
  const headlines = new Headlines({
    config,
    clock,
    log,
    reach,
    onChanged: () => programmer.refresh('headlines'),
  });
  const programmer = new Programmer({
    clock,
    log: log.named('schedule'),
    config,
    activeEdition: () => store.show()?.edition ?? null,
    holdings: (edition) => {
      const holdings = store.holdings(edition);
      return start.isSafe ? plainHoldings(edition, holdings) : holdings;
    },
    turns: (screenId) => parseTurns(store.turns(screenId)),
    keepTurns: (screenId, turns) => store.keepTurns(screenId, JSON.stringify(turns)),
    headlines: (feed) => headlines.of(feed),
    serverTime: () => serverTime,
    emit: (screenId, programme, settings) => {
      held.shows(screenId, programme);
      emit({ type: 'programme', programme, settings });
    },
  });
  const stopListening = store.onHoldingsChanged(() => programmer.refresh('holdings'));
  const stopScrubbing = keepScrubbing(store, clock, log.named('store'));
  const updates = await updatesOf(data, {
    clock,
    log: log.named('update'),
    zone: () => programmer.state.zone,
    isClockTrusted: () => programmer.state.distrust === null,
    cmsReachedAt: () => Date.parse(stages.sync?.status().lastSuccessAt ?? '') || null,
  });
  const alertFeeds = await alertFeedsOf(data, {
    config,
    clock,
    log,
    reach,
    emit: (feeds) => emit({ type: 'alerts', feeds }),
  });
  const engine = new Engine(data, {
    ...needs,
    stages,
    programmer,
    headlines,
    interruptMedia,
    updates,
    close: async () => {
      await interruptMedia.stop();
      await updates?.close();
      await headlines.stop();
      await alertFeeds?.stop();
      stopListening();
      programmer.stop();
      held.stop();
      await stopScrubbing();
      await stages.close();
    },
  });
  engine.start();
  alertFeeds?.start();
  interruptMedia.start();
  return engine;
}
