import { existsSync } from 'node:fs';
import { inEnglish } from '../../shared/languages/message.ts';
import { type Config, type ConfigSources, readConfig } from '../config/config.ts';
import { setAsideSetup, setupFile } from '../config/setup-file.ts';
import { mendSecurity } from '../doctor/security.ts';
import { beginEarly } from '../engine/early-thread.ts';
import type { EngineData } from '../engine/protocol.ts';
import { systemClock } from '../ground/clock.ts';
import { asVitrineError, type VitrineError } from '../ground/errors.ts';
import { startAgain } from '../ground/exit-code.ts';
import type { Log } from '../ground/log.ts';
import { playerLog } from '../ground/log-file.ts';
import { isBeingRestarted } from '../ground/service-manager.ts';
import { countedStart, isNoFailedStart, uncountStart } from '../supervise/counted-start.ts';
import { forgetFailures, isNewPackage, launchedBy, noteWantedEnd } from '../update/launched.ts';
import type { Command, Invocation } from './command.ts';
import { insideElectronInstead } from './electron.ts';
import { endByForceLater, starterGone } from './ending.ts';

/** A start is over by then. */
const calmMs = 10_000;

export const command: Command = {
  name: 'run',
  summary: 'Runs the player: fullscreen, online or offline, until it is stopped.',
  usage: '[--config FILE]',
  json: false,
  options: {},
  listsSettings: true,
  details: `
It plays the cached show at once and syncs with the CMS in the background. Errors appear in the log and in vitrine status, and on
the screen when there is nothing to play. SIGTERM stops it within 5 seconds.`,
  async run(invocation) {
    if (isNewPackage(process.env)) {
      // Not loaded by every start.
      const { givesWay } = await import('../update/new-package.ts');
      if (await givesWay(process.env)) return startAgain;
    }
    try {
      const usable = await usableConfig(invocation);
      const code = await insideElectronInstead(usable.config.host, invocation.args, invocation.signal);
      return code ?? (await play(invocation, { ...usable, setup: invocation.configSources }));
    } catch (error) {
      if (isNoFailedStart(error)) forgetFailures(process.env);
      throw error;
    }
  },
};

/**
 * A bug must not stop the show, nor open Electron's error dialog over it. The stage plays on, and the engine and the browser
 * are restarted when they crash, so logging is enough.
 */
function surviveTheUnforeseen(log: Log): void {
  process.on('uncaughtException', (error) => log.error('unhandled error', { error }));
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }));
}

interface Usable {
  readonly config: Invocation['config'];
  readonly mistake: EngineData['configMistake'];
  /** Why the choices from setup are ignored. */
  readonly setupFault?: VitrineError | null;
  /** Configuration sources, if setup on the screen may change them. */
  readonly setup?: ConfigSources;
}

/** With a broken configuration a player plays its cached show; without one it reports the mistake and ends. */
async function usableConfig({ configSources }: Invocation): Promise<Usable> {
  const { config, mistake, setupFault } = readConfig(configSources);
  const wrong = mistake ?? setupFault;
  if (mistake === null && wrong === null) return { config, mistake };
  // Loaded only on this path.
  const { hasActiveEdition } = await import('../store/read.ts');
  if (config === null || wrong === null || !hasActiveEdition(config.dataDir)) {
    if (mistake !== null) throw mistake;
    // Setup can repair it.
    return { config, mistake, setupFault };
  }
  // Passes the report, because errors lose fields on the way to the engine's thread.
  return { config, mistake: wrong.report, setupFault };
}

/** Null while the configuration has a mistake or no source, and until a lost setup is repeated. */
function readAgain(sources: ConfigSources, isSetupLost: boolean): Config | null {
  const { config, mistake, setupFault } = readConfig(sources);
  if (mistake !== null || setupFault !== null) return null;
  if (config.cms.url === null || config.assignment === null) return null;
  return isSetupLost && !existsSync(setupFile(config.dataDir)) ? null : config;
}

export async function play(
  { signal, progress, configSources }: Pick<Invocation, 'signal' | 'progress' | 'configSources'>,
  { config, mistake, setupFault = null, setup }: Usable,
  announce?: (adminAddress: string | null) => void,
): Promise<number> {
  // First of all: every start must be counted, however it ends.
  const starts = countedStart(config.dataDir);
  const log = playerLog(config.dataDir, progress);
  surviveTheUnforeseen(log);
  const weaknesses = mendSecurity(config, process.env);
  for (const { message, remedy } of weaknesses)
    log.warn(inEnglish(message), { remedy: remedy && inEnglish(remedy) });
  const isSetupLost = setupFault?.code === 'setup-damaged';
  if (isSetupLost) setAsideSetup(config.dataDir, log);
  const warnings = [
    ...weaknesses.map(({ message }) => message),
    ...(setupFault !== null && mistake === null ? [setupFault.sentence] : []),
  ];
  beginEarly(config.dataDir);
  // Loaded while the engine's thread starts.
  const { startPlayer } = await import('../app.ts');
  const player = await startPlayer({
    config,
    configMistake: mistake,
    log,
    signal,
    warnings,
    starts,
    launched: launchedBy(process.env),
    configSources,
    ...(setup ? { readAgain: () => readAgain(setup, isSetupLost) } : {}),
    ...(setup && mistake === null ? { setup } : {}),
    doctor: async () => (await loadedDoctor())({ configSources, log: log.named('doctor'), signal }),
  }).catch(async (error: unknown) => {
    await uncountStart(starts, error);
    throw error;
  });
  announce?.(player.adminAddress);
  const cancelLoading = systemClock.after(calmMs, () => void loadDoctor(log));
  const code = await player.ended;
  cancelLoading();
  // The end of the session also ends the show, without a signal.
  endByForceLater();
  if (code === 0) noteWantedEnd(process.env);
  // If the starting process was killed, another player may already start: leave the picture on screen for it.
  const isLeft = signal.aborted && asVitrineError(signal.reason).code === starterGone;
  await player.stop(isLeft || code === startAgain || (await isBeingRestarted()));
  return code;
}

async function loadedDoctor() {
  return (await import('../doctor/doctor.ts')).examine;
}

/** In good time: a disk that dies later can no longer be read, and is what somebody wants to know of. */
async function loadDoctor(log: Log): Promise<void> {
  try {
    await loadedDoctor();
    log.info('The diagnostics are loaded');
  } catch (error) {
    log.warn('the diagnostics cannot be loaded', { error });
  }
}
