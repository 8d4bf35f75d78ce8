import { prepareAdmin } from './admin/start.ts';
import { Alerts } from './alerts/alerts.ts';
import { startDisplays } from './display/start.ts';
import { Configured } from './engine/configured.ts';
import { startEngine } from './engine/start.ts';
import { Membership } from './fleet/membership.ts';
import { systemClock as clock } from './ground/clock.ts';
import { Ending } from './ground/ending.ts';
import { serviceManager } from './ground/sd-notify.ts';
import { startHealthWatch, wellness } from './health/start.ts';
import { configuredProxy } from './host/create.ts';
import { prepareBrowser } from './host/start.ts';
import { prepareInteraction } from './interaction/start.ts';
import { prepareInterrupts } from './interrupt/start.ts';
import { configuredPageReach } from './net/page-reach.ts';
import type { Player, PlayerNeeds } from './player.ts';
import { Service } from './service/service.ts';
import { PossibleSetup } from './setup/possible-setup.ts';
import { startShow } from './show/start.ts';
import { startBrowser, startSupervision } from './supervise/start.ts';
import { followUpdate } from './update/follow.ts';

/** Connects the parts, of which each gets a later one as a function. Engine and browser start side by side. */
export async function startPlayer(needs: PlayerNeeds): Promise<Player> {
  const { config, configMistake, log, starts, doctor, setup: sources, launched = null } = needs;
  const manager = serviceManager({ env: process.env, clock, log });
  const ending = new Ending(needs.signal);
  const stopping = new AbortController();
  /** What holds for this run, and the log of one room. */
  const run = {
    config,
    dataDir: config.dataDir,
    planned: config.screens === 'all' ? ['1'] : config.screens.map(({ id }) => id),
    env: process.env,
    clock,
    startedAt: new Date(clock.now()).toISOString(),
    signal: stopping.signal,
  };
  const room = (name: string) => ({ ...run, log: log.named(name) });
  const host = () => browser.host;
  const health = () => watch.health();
  const vitals = () => watch.vitals;
  const later = () => ({ show, interrupts, displays, configured, browser, fleet });
  const supervision = startSupervision({ ...room('supervise'), later, vitals, starts, manager, ending });
  const { slowness, isSafe } = supervision;
  const { thread, notices, ...engine } = startEngine({
    ...run,
    log,
    configMistake,
    launched,
    start: () => ({ isSafe, provenEdition: starts.value.provenEdition }),
    to: {
      programme: (programme, settings) => playing.programme(programme, settings),
      standby: (text) => setup.standby.say(text),
      pages: (pages) => browser.allowPages(pages),
      touchPages: (pages) => interaction.offer(pages),
      cmsKind: (kind) => pageReach.cmsIs(kind),
      commands: (commands) => {
        displays.run(commands);
        fleet.entry(commands);
      },
      alerts: (feeds) => interruptSources.feeds(feeds),
      interruptMedia: (report) => interruptMedia.take(report),
    },
  });
  const playing = startShow({ ...room('show'), later, slowness, notices });
  const { show } = playing;
  const ownPorts = () => [...admin.server.ports(), ...setup.ports()];
  const pageReach = configuredPageReach(config, configuredProxy(config), ownPorts);
  const { interrupts, interruptMedia, interruptSources } = prepareInterrupts({
    ...room('interrupt'),
    later,
    vitals,
    show,
    notices,
    engine: thread,
    pageReach,
  });
  const following = followUpdate({ ...room('update'), launched, playing, engine: thread, ending });
  const configured = new Configured({
    ...run,
    log,
    engine,
    pageReach,
    sources: needs.configSources,
    hasMistake: configMistake !== null,
    readAgain: needs.readAgain,
    later,
  });
  const { logins, watchTouches } = prepareInteraction({ ...room('interaction'), configured });
  const displays = startDisplays({ ...room('display'), config: () => configured.config, show, host, vitals });
  const browser = prepareBrowser({
    ...room('host'),
    gate: pageReach,
    logins,
    awaitsDisplay: manager.isThere,
    ending,
    supervision,
    playing,
    notices,
  });
  const open = () => admin.server.open();
  const atScreen = { show, configured, host, vitals, page: () => admin.server.address, displays, notices };
  const setup = new PossibleSetup({ ...room('setup'), ...atScreen, sources, open });
  const alerts = new Alerts({ ...room('alerts'), configured, health });
  const admin = prepareAdmin({
    ...room('admin'),
    ...playing,
    engine: thread,
    configured,
    interrupts,
    displays,
    supervision,
    alerts,
    browser,
    health,
    doctor,
    warnings: () => needs.warnings,
    setup: () => setup,
  });
  const above = () => interaction;
  const service = new Service({ ...room('service'), ...atScreen, ...admin, setup, above });
  const interaction = watchTouches({ ...atScreen, service, setup });
  const player = { ...admin.port, startedAt: run.startedAt, screens: run.planned, actions: admin.actions };
  const fleet = new Membership({ ...room('fleet'), engine: thread, player });
  const watch = startHealthWatch({
    ...room('health'),
    ...playing,
    engine: thread,
    displays,
    browser,
    starts,
    supervision,
    setup,
    interaction,
    pageLogins: logins,
    fleet,
    onChange: (change) => notices.health(change),
    onLook: (now) => {
      for (const part of [displays, supervision, alerts, interruptSources]) part.look(now);
      // Setup looks for itself what a terminal has written.
      if (setup.now === null) configured.look((vitals()?.configuration ?? null) !== null);
      setup.look();
      for (const part of [service, interaction, logins]) part.look();
    },
    onLeap: () => notices.woke(),
  });

  async function start(): Promise<void> {
    // Before there is a window: a start in the night shows nothing first.
    displays.look();
    // And before this start may paint: it may be one of many that do so for less than a minute.
    supervision.look(health());
    const { opened, mayShow } = engine.open();
    const hostStarted = startBrowser({ ...room('host'), supervision, browser, mayShow });
    // Whoever fails first is reported; the others must not become unhandled rejections meanwhile.
    for (const other of [mayShow, hostStarted]) other.catch(() => undefined);
    manager.watch(() => wellness(health(), slowness.forJudges));
    await ending.unlessRequested(mayShow);
    interrupts.start();
    interruptSources.start();
    await setup.prepare();
    // Early, so that a slow start can be diagnosed. It is loaded while the browser starts.
    await admin.server.start();
    // Where the status page is, is known only now.
    setup.standby.show();
    await ending.unlessRequested(opened);
    fleet.join(configured.config.fleet);
    // Setup starts even if the browser fails, and reports that.
    setup.start();
    await ending.unlessRequested(hostStarted);
  }

  async function stop(keepsPicture = false): Promise<void> {
    manager.stopping();
    stopping.abort();
    await admin.server.stop();
    await setup.stop();
    for (const part of [service, interaction, playing, watch, following, interruptSources]) part.stop();
    // The link asks the engine for a last word.
    await Promise.all([
      interrupts.stop(),
      logins.stop(),
      alerts.stop(),
      fleet.stop(),
      browser.stop(keepsPicture),
      engine.stop(),
    ]);
  }

  await start().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    adminAddress: admin.server.address,
    ended: ending.code,
    stop: async (keepsPicture) => void (await Promise.all([supervision.ended(), stop(keepsPicture)])),
  };
}
