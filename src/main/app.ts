import { hostname, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Sentence } from '../shared/languages/message.ts';
import { Actions } from './actions/table/actions.ts';
import { actionPort } from './admin/action-port.ts';
import { LateAdmin } from './admin/late-admin.ts';
import { playerPort } from './admin/player-port.ts';
import { Alerts } from './alerts/alerts.ts';
import type { Config, ConfigSources } from './config/config.ts';
import { ReadAgain } from './config/read-again.ts';
import { startDisplays } from './display/start.ts';
import { Configured } from './engine/configured.ts';
import { EngineThread } from './engine/engine-thread.ts';
import { Notices } from './engine/notices.ts';
import type { EngineData, EngineEvent } from './engine/protocol.ts';
import { Membership } from './fleet/membership.ts';
import { systemClock as clock } from './ground/clock.ts';
import { startAgain } from './ground/exit-code.ts';
import type { Finding } from './ground/finding.ts';
import type { KeptFile } from './ground/kept-file.ts';
import type { Log } from './ground/log.ts';
import { mainFileSystem } from './ground/main-fs.ts';
import { serviceManager } from './ground/sd-notify.ts';
import { shopLanguage } from './ground/shop-language.ts';
import { version } from './ground/version.ts';
import { deservesPing, isInSight } from './health/health.ts';
import { HealthWatch } from './health/health-watch.ts';
import { screenFacts } from './health/screen-facts.ts';
import { Browser } from './host/browser.ts';
import { configuredProxy } from './host/create.ts';
import { Interrupts } from './interrupt/interrupts.ts';
import { fleetEventOf, proofOf } from './interrupt/receipts.ts';
import { PageReach } from './net/page-reach.ts';
import { reachFromConfig } from './net/reach-from-config.ts';
import { PossibleSetup } from './setup/possible-setup.ts';
import { StandbyScreen } from './setup/standby-screen.ts';
import { createAppHandler } from './show/handler.ts';
import { keepPlacement } from './show/keep-placement.ts';
import { memoryBudget } from './show/memory-watch.ts';
import { ReadTimes } from './show/read-times.ts';
import { createShow } from './show/show.ts';
import { Snapshots } from './show/snapshots.ts';
import { TrialFacts } from './show/trial-facts.ts';
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
  /** For a player that may be set up at its screen; left out, it may not. */
  readonly setup?: ConfigSources;
  /** Where its settings came from. */
  readonly configSources: ConfigSources;
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
  const { dataDir } = config;
  const planned = config.screens === 'all' ? ['1'] : config.screens.map(({ id }) => id);
  const startedAt = new Date(clock.now()).toISOString();
  const manager = serviceManager({ env: process.env, clock, log });
  const since = clock.monotonic();
  const ending = Promise.withResolvers<number>();
  const restart = () => ending.resolve(startAgain);
  if (signal.aborted) ending.resolve(0);
  signal.addEventListener('abort', () => ending.resolve(0), { once: true });
  const stopping = new AbortController();
  const supervised = manager.isThere || isSupervised(process.env, process.pid, process.ppid);
  const supervision = new Supervision({
    config,
    clock,
    log: log.named('supervise'),
    starts,
    isSupervised: supervised,
    sights: () => show.sights(),
    vitals: () => watch.vitals,
    stack: () => ({ vitrine: version, browser: browser.version, kernel: `${type()} ${release()}` }),
    leave: restart,
    renew: async () => (browser.host === null ? undefined : show.renew(browser.host)),
  });
  const { slowness, isSafe } = supervision;

  const engineData = (chosen: Config, mistake: EngineData['configMistake']): EngineData => ({
    config: chosen,
    configMistake: mistake,
    launched,
    start: { isSafe, provenEdition: starts.value.provenEdition },
  });
  const engine = new EngineThread(engineData(config, configMistake), {
    clock,
    log: log.named('engine'),
    onEvent: onEngineEvent,
  });
  const notices = new Notices({ engine, clock, log });
  const reads = new ReadTimes(clock);
  const snapshots = new Snapshots(dataDir, clock, log.named('show'));
  const show = createShow({
    snapshots,
    clock,
    log: log.named('show'),
    alike: config.screens === 'all',
    slowness,
    memory: { budgetBytes: memoryBudget(config.player.memoryMiB, totalmem()) },
    onShowing: (showing) => {
      if (showing.type === 'started') trial.itemBegan();
      notices.showing(reads.excused(showing));
    },
    onStreams: (said) => notices.streams(said),
    onInterrupt: (screenId, report) => interrupts.reported(screenId, report),
  });
  const proofOfInterrupt = proofOf((showing) => notices.showing(showing));
  const interrupts = new Interrupts({
    dataDir,
    clock,
    log: log.named('interrupt'),
    fs: mainFileSystem,
    language: () => shopLanguage(configured.config.language),
    screens: () => [...new Set([...planned, ...show.sights().map(({ id }) => id)])],
    isClockTrusted: () => watch.vitals?.clock.trusted ?? null,
    send: (screenId, shown) => show.interrupts(screenId, shown),
    onEvent: (event) => {
      proofOfInterrupt(event);
      fleet.event(fleetEventOf(event));
    },
  });
  const placement = keepPlacement({
    screens: config.screens,
    show,
    clock,
    log: log.named('show'),
    onPlaced: () => notices.sizes(show.sizes()),
  });
  const trial = new TrialFacts({
    clock,
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
          clock,
          log: log.named('update'),
          facts: () => trial.look(show),
          see: (facts) => engine.call('updateSees', facts),
          untilBetween: (longestMs) => show.untilBetween(longestMs),
          end: restart,
        });
  const watch = new HealthWatch({
    clock,
    log: log.named('health'),
    screens: () =>
      screenFacts(
        planned,
        show.sights(),
        placement.absent,
        clock.monotonic(),
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
      offByHand: displays.offByHand,
      link: fleet.facts(),
    }),
    onChange: (change) => notices.health(change),
    onLook: (health) => {
      displays.look();
      supervision.look(health);
      alerts.look(health);
      // Setup looks for itself what a terminal has written.
      if (setup.now === null) reading?.look((watch.vitals?.configuration ?? null) !== null);
      setup.look();
    },
    onLeap: () => notices.woke(),
  });
  const proxy = configuredProxy(config);
  const pageReach = new PageReach({
    reach: reachFromConfig(config),
    ownPorts: () => [...admin.ports(), ...setup.ports()],
    isProxied: (url) => proxy?.carries(url) ?? false,
  });
  const configured = new Configured({
    config,
    log,
    engine,
    pageReach,
    clock,
    sources: needs.configSources,
    engineData: (chosen) => engineData(chosen, null),
    onConfigured: () => displays.configured(),
    onUsed: (chosen) => fleet.join(chosen.fleet),
  });
  const displays = startDisplays({
    config: () => configured.config,
    clock,
    log: log.named('display'),
    screens: () => show.sights().map(({ id }) => id),
    black: (screenId, isBlack) => show.black(screenId, isBlack),
    host: () => browser.host,
    vitals: () => watch.vitals,
  });
  const browser = new Browser({
    config,
    handler: createAppHandler({
      renderer: rendererFolder,
      dataDir,
      timed: reads.timed,
      snapshots: snapshots.answer,
    }),
    events: {
      displaysChanged: () => placement.displaysChanged(),
      woke: () => notices.woke(),
      ended: () => ending.resolve(0),
    },
    gate: pageReach,
    log: log.named('host'),
    clock,
    awaitsDisplay: manager.isThere,
    onDisplayMissing: (isMissing) => placement.displayMissing(isMissing),
    onDisplayLost: () => {
      supervision.failed();
      restart();
    },
    onRenewalDue: (host) =>
      void show
        .renew(host)
        .catch((error: unknown) => log.warn('The browser could not be replaced', { error })),
    slowness,
    signal: stopping.signal,
    onStarted: (host) => placement.start(host),
  });
  const reading = needs.readAgain
    ? new ReadAgain({
        clock,
        log: log.named('config'),
        config,
        hasMistake: configMistake !== null,
        read: needs.readAgain,
        take: (mended) => configured.use(null, mended),
      })
    : null;
  const standby = new StandbyScreen({ show, setup: () => setup.now, page: () => admin.address });
  const setup = new PossibleSetup({
    sources: needs.setup ?? null,
    config: () => configured.config,
    clock,
    log,
    show,
    screenId: planned[0] ?? '1',
    standby,
    sticks: process.env.VITRINE_STICKS,
    host: () => browser.host,
    apply: (values, chosen) => configured.use(values, chosen),
    changed: () => standby.tell(),
    fixedBy: () => configured.sourceFixedBy,
    undo: () => configured.undo({ kind: 'screen' }),
    edition: () => watch.vitals?.edition ?? null,
  });
  const alerts = new Alerts({
    dataDir,
    clock,
    log: log.named('alerts'),
    env: process.env,
    language: () => shopLanguage(configured.config.language),
    player: () => configured.config.name ?? config.fleet.device ?? hostname(),
    settings: () => configured.config.alerts,
    health: () => watch.health(),
  });
  const actions = new Actions({
    player: actionPort({
      dataDir,
      language: () => shopLanguage(configured.config.language),
      planned,
      engine,
      show,
      displays,
      interrupts,
      supervision,
      restart: supervised ? restart : null,
      host: () => browser.host,
      doctor,
      testAlerts: () => alerts.test(),
      changeSetting: (name, value, by) => configured.change(name, value, by),
      undoSetting: (by) => configured.undo(by),
      setUpAgain: (by) => {
        log.info('Setup begins again', { by });
        return setup.again(false);
      },
      restartMachine: (by) => supervision.restartMachine(by),
    }),
    facts: () => ({
      isInSafeMode: isSafe,
      hasBrowser: browser.host !== null,
      showsOverlay: show.showsOverlay(),
      hasAlerts: alerts.isConfigured,
      hasInterrupts: interrupts.list().live.length > 0,
      canRestart: supervised,
      setupFixedBy: configured.sourceFixedBy,
      canRestartMachine: config.player.restartMachine !== null,
    }),
  });
  const port = playerPort({
    dataDir,
    clock,
    startedAt,
    engine,
    show,
    placement,
    displays,
    watch,
    warnings: () => [...warnings, ...alerts.warnings()],
    actions,
    doctor,
    config: () => configured.config,
    settings: () => configured.report(),
    browser: () => browser.version,
    invitation: () => setup.shown,
  });
  const admin = new LateAdmin({
    player: port,
    dataDir,
    port: config.adminPort,
    log: log.named('admin'),
  });
  const fleet = new Membership({
    dataDir,
    clock,
    log: log.named('fleet'),
    env: process.env,
    signal: stopping.signal,
    engine,
    player: { health: port.health, status: port.status, screens: planned, startedAt, actions },
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
    clock,
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
      isInSight: isInSight(health),
      mayPing: deservesPing(health),
      sentence: health.sentence,
      slowness: slowness.forJudges,
    };
  });
  // Whoever asks it to end meanwhile does not wait for its start.
  const unlessEnding = <Result>(work: Promise<Result>): Promise<Result | number> =>
    Promise.race([work, ending.promise]);
  try {
    await unlessEnding(mayShow);
    interrupts.start();
    await setup.prepare();
    // What takes long to start can be asked why. It is loaded while the browser starts.
    await admin.start();
    // Where the status page is, is known only now.
    standby.tell();
    await unlessEnding(opened);
    fleet.join(configured.config.fleet);
    // The browser's failure is told nevertheless.
    setup.start();
    await unlessEnding(hostStarted);
  } catch (error) {
    await close();
    throw error;
  }
  return { adminAddress: admin.address, ended: ending.promise, stop: end };

  async function end(keepsPicture: boolean): Promise<void> {
    await Promise.all([supervision.ended(), close(keepsPicture)]);
  }

  async function close(keepsPicture = false): Promise<void> {
    manager.stopping();
    stopping.abort();
    await admin.stop();
    await setup.stop();
    placement.stop();
    interrupts.stop();
    show.stop();
    notices.stop();
    watch.stop();
    stopFollowing();
    // The link asks the engine for a last word.
    await Promise.all([alerts.stop(), fleet.stop(), browser.stop(keepsPicture), engine.stop(3000)]);
  }

  function onEngineEvent(event: EngineEvent): void {
    if (event.type === 'programme') {
      show.programme(event.programme, event.settings);
      if (event.settings.zones) notices.sizes(show.sizes());
    } else if (event.type === 'standby') standby.say(event.standby);
    else if (event.type === 'cms-kind') pageReach.cmsIs(event.kind);
    else if (event.type === 'pages') browser.allowPages(event.pages);
    else if (event.type === 'commands') displays.run(event);
    else if (event.type === 'locked') locked.resolve();
    else log.relay(event.line);
  }
}
