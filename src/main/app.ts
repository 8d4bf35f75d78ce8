import { hostname, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { wordsOf } from '../shared/languages/catalogues.ts';
import { message, type Sentence } from '../shared/languages/message.ts';
import type { Standby } from '../shared/messages.ts';
import { Actions } from './actions/table/actions.ts';
import type { ActionPort } from './actions/table/port.ts';
import type { AdminPort } from './admin/app.ts';
import type { Admin } from './admin/server.ts';
import type { Config, ConfigSources } from './config/config.ts';
import { ReadAgain } from './config/read-again.ts';
import { secretsOf } from './config/secrets.ts';
import { writeSetup } from './config/setup-file.ts';
import type { Values } from './config/written.ts';
import { startDisplays } from './display/start.ts';
import { EngineThread } from './engine/engine-thread.ts';
import { LastStatus } from './engine/last-status.ts';
import type { EngineData, EngineEvent } from './engine/protocol.ts';
import { RetriedReports } from './engine/retried-reports.ts';
import { Membership } from './fleet/membership.ts';
import { systemClock } from './ground/clock.ts';
import { VitrineError } from './ground/errors.ts';
import { startAgain } from './ground/exit-code.ts';
import type { Finding } from './ground/finding.ts';
import type { KeptFile } from './ground/kept-file.ts';
import type { Log } from './ground/log.ts';
import { lastLines } from './ground/log-file.ts';
import { mainFileSystem } from './ground/main-fs.ts';
import { serviceManager } from './ground/sd-notify.ts';
import { shopLanguage } from './ground/shop-language.ts';
import { version } from './ground/version.ts';
import { deservesPing, isInSight } from './health/health.ts';
import { HealthWatch } from './health/health-watch.ts';
import { screenFacts } from './health/screen-facts.ts';
import { Browser } from './host/browser.ts';
import { configuredProxy } from './host/create.ts';
import type { Picture } from './host/host.ts';
import { PageReach } from './net/page-reach.ts';
import { reachFromConfig } from './net/reach-from-config.ts';
import { composeStatus } from './report/status.ts';
import type { Setup } from './setup/setup.ts';
import { pluggedIn, sticksOf } from './setup/sticks/ask.ts';
import type { StickReader } from './setup/sticks/plugged.ts';
import { createAppFiles } from './show/app-files.ts';
import type { Showing } from './show/events.ts';
import { createAppHandler } from './show/handler.ts';
import { keepPlacement } from './show/keep-placement.ts';
import { createMedia } from './show/media.ts';
import { memoryBudget } from './show/memory-watch.ts';
import { ReadTimes } from './show/read-times.ts';
import { createShow } from './show/show.ts';
import { Snapshots } from './show/snapshots.ts';
import { TrialFacts } from './show/trial-facts.ts';
import type { HealthChange } from './store/health-log.ts';
import { leavingSafeMode, restarting } from './supervise/asked-restart.ts';
import { forEver, startWithRetries, whileSupervised } from './supervise/retried-start.ts';
import type { Starts } from './supervise/starts.ts';
import { isSupervised } from './supervise/supervised.ts';
import { Supervision } from './supervise/supervision.ts';
import { followUpdate } from './update/follow.ts';
import type { Launched } from './update/launched.ts';

export interface Player {
  readonly adminAddress: string | null;
  /** Resolves with the exit code: when somebody asked the player to stop, or when it wants to be started again. */
  readonly ended: Promise<number>;
  /** Ends everything, within 5 s. `keepsPicture`: another player takes over the display at once. */
  stop(keepsPicture: boolean): Promise<void>;
}

interface PlayerNeeds {
  readonly config: Config;
  readonly configMistake: EngineData['configMistake'];
  readonly log: Log;
  readonly signal: AbortSignal;
  /** What the launcher says, where one has started the player. */
  readonly launched?: Launched | null;
  /** What is not as it should be with the machine, each as one sentence. */
  readonly warnings: readonly Sentence[];
  /** What is kept of the starts, with this one counted. */
  readonly starts: KeptFile<Starts>;
  /** Where its configuration came from, for a player that may be set up at its screen; left out, it may not. */
  readonly setup?: ConfigSources;
  /** Reads its configuration again; null while something is wrong with it. Left out: it cannot change. */
  readonly readAgain?: () => Config | null;
  /** Makes every check of doctor's, for the page. */
  readonly doctor: () => Promise<readonly Finding[]>;
}

/** Beside this program in the built folder. */
const rendererFolder = fileURLToPath(new URL('../renderer/', import.meta.url));

/** Engine and browser start side by side: the first programme is sent the moment both are there. */
export async function startPlayer(needs: PlayerNeeds): Promise<Player> {
  const { config, configMistake, log, signal, warnings, starts, doctor, launched = null } = needs;
  const planned = config.screens === 'all' ? ['1'] : config.screens.map(({ id }) => id);
  const startedAt = new Date(systemClock.now()).toISOString();
  const manager = serviceManager({ env: process.env, clock: systemClock, log });
  const since = systemClock.monotonic();
  const ending = Promise.withResolvers<number>();
  if (signal.aborted) ending.resolve(0);
  signal.addEventListener('abort', () => ending.resolve(0), { once: true });
  const supervised = manager.isThere || isSupervised(process.env, process.pid, process.ppid);
  const supervision = new Supervision({
    config,
    clock: systemClock,
    log: log.named('supervise'),
    starts,
    isSupervised: supervised,
    sights: () => show.sights(),
    vitals: () => watch.vitals,
    stack: () => ({ vitrine: version, browser: browser.version, kernel: `${type()} ${release()}` }),
    leave: () => ending.resolve(startAgain),
    renew: async () => (browser.host === null ? undefined : show.renew(browser.host)),
  });
  const { slowness, isSafe } = supervision;

  const engineData = (chosen: Config, mistake = configMistake): EngineData => ({
    ...{ config: chosen, configMistake: mistake, launched },
    start: { isSafe, provenEdition: starts.value.provenEdition },
  });
  const engine = new EngineThread(engineData(config), {
    clock: systemClock,
    log: log.named('engine'),
    onEvent: onEngineEvent,
  });
  const showings = new RetriedReports<Showing>({
    clock: systemClock,
    log,
    send: (showing) => engine.call('showing', showing),
  });
  const changes = new RetriedReports<HealthChange>({
    clock: systemClock,
    log,
    send: (change) => engine.call('healthChanged', change),
  });
  const reads = new ReadTimes(systemClock);
  const snapshots = new Snapshots(config.dataDir, systemClock, log.named('show'));
  const show = createShow({
    snapshots,
    clock: systemClock,
    log: log.named('show'),
    alike: config.screens === 'all',
    slowness,
    memory: { budgetBytes: memoryBudget(config.player.memoryMiB, totalmem()) },
    onShowing: (showing) => {
      if (showing.type === 'started') trial.itemBegan();
      showings.add(reads.excused(showing));
    },
    // An engine that is away sends the programme again when it is back, and is told then.
    onStreams: (said) =>
      engine
        .call('streams', said)
        .catch((error: unknown) => log.debug('the engine was not told what can be decoded', { error })),
  });
  const placement = keepPlacement({
    screens: config.screens,
    show,
    clock: systemClock,
    log: log.named('show'),
    onPlaced: reportSizes,
  });
  const trial = new TrialFacts({
    clock: systemClock,
    since,
    planned,
    absent: () => placement.absent,
    wanted: (id) => displays.wanted(id),
    browser: () => browser.version,
  });
  // Without a launcher nobody would start another release.
  const stopFollowing =
    launched === null
      ? () => undefined
      : followUpdate({
          clock: systemClock,
          log: log.named('update'),
          facts: () => trial.look(show),
          see: (facts) => engine.call('updateSees', facts),
          untilBetween: (longestMs) => show.untilBetween(longestMs),
          end: () => ending.resolve(startAgain),
        });
  const engineStatus = new LastStatus(systemClock, () => engine.call('status'));
  const watch = new HealthWatch({
    clock: systemClock,
    log: log.named('health'),
    screens: () =>
      screenFacts(
        planned,
        show.sights(),
        placement.absent,
        systemClock.monotonic(),
        (id) => displays.wanted(id),
        placement.missingReportedAt ?? 0,
      ),
    vitals: () => engine.call('vitals'),
    around: () => ({
      browser: browser.version,
      starts: starts.value.count,
      safe: supervision.safe,
      changed: supervision.changed,
      slowness: slowness.forJudges,
      displayFailure: displays.failing,
      link: fleet.facts(),
    }),
    onChange: (change) => changes.add(change),
    onLook: (health) => {
      displays.look();
      supervision.look(health);
      // Setup looks for itself what a terminal has written.
      if (setup === null) reading?.look((watch.vitals?.configuration ?? null) !== null);
    },
    onLeap: wakeEngine,
  });
  const displays = startDisplays({
    config,
    clock: systemClock,
    log: log.named('display'),
    screens: () => show.sights().map(({ id }) => id),
    black: (screenId, isBlack) => show.black(screenId, isBlack),
    host: () => browser.host,
    vitals: () => watch.vitals,
  });
  const proxy = configuredProxy(config);
  const pageReach = new PageReach({
    reach: reachFromConfig(config),
    ownPorts: () => [...(admin?.ports() ?? []), ...(setup?.ports() ?? [])],
    isProxied: (url) => proxy?.carries(url) ?? false,
  });
  const stopping = new AbortController();
  const browser = new Browser({
    config,
    handler: createAppHandler({
      renderer: rendererFolder,
      dataDir: config.dataDir,
      timed: reads.timed,
      snapshots: snapshots.answer,
    }),
    events: {
      displaysChanged: () => placement.displaysChanged(),
      woke: wakeEngine,
      ended: () => ending.resolve(0),
    },
    gate: pageReach,
    log: log.named('host'),
    clock: systemClock,
    awaitsDisplay: manager.isThere,
    onDisplayMissing: (isMissing) => placement.displayMissing(isMissing),
    onDisplayLost: () => {
      supervision.failed();
      ending.resolve(startAgain);
    },
    onRenewalDue: (host) =>
      void show
        .renew(host)
        .catch((error: unknown) => log.warn('The browser could not be replaced', { error })),
    slowness,
    signal: stopping.signal,
    onStarted: (host) => placement.start(host),
  });
  let standby: Standby | null = null;
  let statusPage: string | null = null;
  const actions = new Actions({
    player: actionPort(),
    facts: () => ({
      isInSafeMode: isSafe,
      hasBrowser: browser.host !== null,
      showsOverlay: show.showsOverlay(),
      canRestart: supervised,
    }),
  });
  const port = adminPort();
  const fleet = new Membership({
    dataDir: config.dataDir,
    clock: systemClock,
    log: log.named('fleet'),
    env: process.env,
    signal: stopping.signal,
    engine,
    player: {
      health: port.health,
      status: port.status,
      screens: planned,
      startedAt,
      actions,
    },
  });
  // Before there is a window: a start in the night shows nothing first.
  displays.look();
  // And before this start may paint: it may be one of many that do so for less than a minute.
  supervision.look(watch.health());
  const locked = Promise.withResolvers<void>();
  const opened = engine.open();
  // The show of another player that has the data folder must not be covered.
  const mayShow = Promise.race([locked.promise, opened]);
  const hostStarted = startWithRetries({
    clock: systemClock,
    log: log.named('host'),
    ...(supervised ? whileSupervised(slowness.forJudges) : forEver),
    signal: stopping.signal,
    start: (failures) => browser.start(mayShow, isSafe || failures > 2),
  });
  // Whoever fails first is reported; the others must not become unhandled rejections meanwhile.
  for (const other of [mayShow, hostStarted]) other.catch(() => undefined);
  manager.watch(() => {
    const health = watch.health();
    return {
      ...{ isInSight: isInSight(health), mayPing: deservesPing(health), sentence: health.sentence },
      slowness: slowness.forJudges,
    };
  });
  let admin: Admin | null = null;
  /** Another one once somebody has set the player up. */
  let configured = config;
  let setup: Setup | null = null;
  const reading = needs.readAgain
    ? new ReadAgain({
        ...{ clock: systemClock, log: log.named('config'), config, hasMistake: configMistake !== null },
        read: needs.readAgain,
        take: (mended) => goOnWith(null, mended),
      })
    : null;
  // Whoever asks it to end meanwhile does not wait for its start.
  const unlessEnding = <Result>(work: Promise<Result>): Promise<Result | number> =>
    Promise.race([work, ending.promise]);
  try {
    await unlessEnding(mayShow);
    if (needs.setup && (await canBeSetUp(config))) setup = await setupFrom(needs.setup);
    // What takes long to start can be asked why. It is loaded while the browser starts.
    const { startAdmin } = await import('./admin/server.ts');
    admin = await startAdmin({
      player: port,
      dataDir: config.dataDir,
      port: config.adminPort,
      log: log.named('admin'),
      language: shopLanguage(config.language),
    });
    statusPage = admin.address;
    tellStandby();
    await unlessEnding(opened);
    fleet.join(configured.fleet);
    // A stick, or the CMS that it names, may take long to answer: the browser's failure is told nevertheless.
    setup?.start().catch((error: unknown) => log.error('Nobody can set this player up', { error }));
    await unlessEnding(hostStarted);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    adminAddress: admin.address,
    ended: ending.promise,
    stop: end,
  };

  async function end(keepsPicture = false): Promise<void> {
    await Promise.all([supervision.ended(), close(keepsPicture)]);
  }

  async function close(keepsPicture = false): Promise<void> {
    manager.stopping();
    stopping.abort();
    await admin?.stop();
    await setup?.stop();
    placement.stop();
    show.stop();
    showings.stop();
    changes.stop();
    watch.stop();
    stopFollowing();
    // The link asks the engine for a last word.
    await Promise.all([fleet.stop(), browser.stop(keepsPicture), engine.stop(3000)]);
  }

  /** The wall clock is another one. An engine that is away looks at it when it is back in any case. */
  function wakeEngine(): void {
    engine.call('woke').catch((error: unknown) => log.debug('the engine was not woken', { error }));
  }

  function onEngineEvent(event: EngineEvent): void {
    if (event.type === 'programme') {
      show.programme(event.programme, event.settings);
      if (event.settings.zones) reportSizes();
    } else if (event.type === 'standby') {
      standby = event.standby;
      tellStandby();
    } else if (event.type === 'cms-kind') pageReach.cmsIs(event.kind);
    else if (event.type === 'pages') browser.allowPages(event.pages);
    else if (event.type === 'commands') displays.run(event);
    else if (event.type === 'locked') locked.resolve();
    else log.relay(event.line);
  }

  /** Zones in pixels are judged by them. An engine that is away sends its programmes again when it is back. */
  function reportSizes(): void {
    engine
      .call('displays', show.sizes())
      .catch((error: unknown) => log.debug('the engine was not told the sizes of displays', { error }));
  }

  /** Where the status page is, is known only once it is there. */
  function tellStandby(): void {
    if (standby === null) return;
    const { say } = wordsOf(standby.language);
    const where = statusPage === null ? [] : [say('stage.where.page', { address: statusPage })];
    const invitation = standby.kind === 'setup' ? setup?.invitation : null;
    const form = standby.kind === 'setup' ? setup?.form : null;
    const news = setup?.news ? [setup.news] : [];
    show.standby({
      ...standby,
      lines: [...standby.lines, ...news],
      small: [...standby.small, ...where],
      ...(invitation ? { invitation } : {}),
      ...(form ? { form } : {}),
      ...(setup ? { rotation: setup.rotation } : {}),
    });
  }

  /** With it comes the client of the CMS: nobody else loads that here. */
  async function setupFrom(sources: ConfigSources): Promise<Setup> {
    const { Setup, setupPageFolder } = await import('./setup/setup.ts');
    const { NetworkManagerWifi } = await import('./setup/wifi.ts');
    return new Setup({
      config,
      sources,
      language: shopLanguage(config.language),
      name: hostname(),
      clock: systemClock,
      log: log.named('setup'),
      files: createAppFiles(setupPageFolder),
      sticks: stickReader(process.env.VITRINE_STICKS),
      wifi: new NetworkManagerWifi(),
      hearKeys: async (heard) => (await browser.host?.hearKeys(heard)) ?? null,
      apply: goOnWith,
      progress: async () => {
        const plays = show.sights().some((sight) => sight.plays);
        const [first = '1'] = planned;
        const { title = '', lines = [] } = standby ?? {};
        return { plays, title, lines, picture: plays ? addressOf(await show.capture(first)) : null };
      },
      changed: tellStandby,
    });
  }

  /** What is on the screens stays there until the engine has something else. */
  async function goOnWith(values: Values | null, chosen: Config): Promise<void> {
    if (values !== null) await writeSetup(mainFileSystem, config.dataDir, values);
    configured = chosen;
    pageReach.use(reachFromConfig(chosen));
    log.info('The player is set up', { cms: chosen.cms.url, assignment: chosen.assignment });
    await engine.reopen(engineData(chosen, null), 3_000);
    fleet.join(configured.fleet);
  }

  function actionPort(): ActionPort {
    const restart = supervised ? () => ending.resolve(startAgain) : null;
    return {
      syncNow: () => engine.call('syncNow'),
      pauseSync: () => engine.call('pauseSync'),
      resumeSync: () => engine.call('resumeSync'),
      rollback: () => engine.call('rollback'),
      updateNow: (folder) => engine.call('updateNow', folder),
      updateHold: (held) => engine.call('updateHold', held),
      overlay: (visible) => show.overlay(visible),
      identify: (kind, seconds) => ({
        screens: show.identify(kind, shopLanguage(config.language), seconds * 1000),
      }),
      display: () => displays.report(),
      setDisplay: (wanted) => displays.byHand(wanted),
      renewBrowser: async () => {
        if (browser.host === null) throw new VitrineError('temporary', message('action.cannot.no-browser'));
        await show.renew(browser.host);
      },
      restart: () => restarting(restart),
      leaveSafeMode: () => leavingSafeMode(restart, supervision),
      picture: async (chosen) => {
        const screenId = chosen ?? planned[0] ?? '1';
        return { screenId, ...(await show.capture(screenId, 'small')) };
      },
      logs: (lines) => lastLines(config.dataDir, lines),
      doctor,
    };
  }

  function adminPort(): AdminPort {
    return {
      status: async () =>
        composeStatus({ version, startedAt, health: watch.health() }, await engineStatus.read(), {
          host: browser.version,
          screens: show.status(),
          display: displays.report(),
          warnings: [...placement.absent.map(({ why }) => why), ...warnings],
        }),
      health: () => watch.health(),
      healthLog: (limit) => engine.call('healthLog', limit),
      schedule: (at, screenId, limit) => engine.call('schedule', { at, screenId, limit }),
      day: (day, screenId) => engine.call('day', { day, screenId }),
      files: () => engine.call('files'),
      shown: (days) => engine.call('shown', { days }),
      proofPage: (after) => engine.call('proofPage', after),
      media: createMedia(config.dataDir),
      doctor,
      configuration: () => configured,
      secrets: () => secretsOf(configured),
      invitation: () => (setup?.invitation ? { ...setup.invitation, form: setup.form } : null),
      picture: (screenId, size) => show.capture(screenId, size),
      actions,
    };
  }
}

/** The kiosk's reader listens there. */
function stickReader(socketPath: string | undefined): StickReader | null {
  return socketPath === undefined ? null : { pluggedIn, read: () => sticksOf(socketPath) };
}

/** Nobody has said yet where its show comes from, and it has none. */
async function canBeSetUp({ cms, assignment, dataDir }: Config): Promise<boolean> {
  if (cms.url !== null && assignment !== null) return false;
  const { hasActiveEdition } = await import('./store/read.ts');
  return !hasActiveEdition(dataDir);
}

function addressOf({ mimeType, bytes }: Picture): string {
  return `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`;
}
