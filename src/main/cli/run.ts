import { existsSync } from 'node:fs';
import { inEnglish } from '../../shared/languages/message.ts';
import { type Config, type ConfigSources, readConfig } from '../config/config.ts';
import { setAsideSetup, setupFile } from '../config/setup-file.ts';
import { mendSecurity } from '../doctor/security.ts';
import { beginEarly } from '../engine/early-thread.ts';
import type { EngineData } from '../engine/protocol.ts';
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
 * A mistake of ours somewhere must not take the show down, nor open Electron's box with the error in front of it. The
 * stage plays by itself, the engine and the browser are started again when they die; what is left is to say it.
 */
function surviveTheUnforeseen(log: Log): void {
  process.on('uncaughtException', (error) => log.error('an error that nobody handled', { error }));
  process.on('unhandledRejection', (error) => log.error('a rejection that nobody handled', { error }));
}

interface Usable {
  readonly config: Invocation['config'];
  readonly mistake: EngineData['configMistake'];
  /** Why what was chosen at setup does not count. */
  readonly setupFault?: VitrineError | null;
  /** Where it came from, where the player may be set up at its screen. */
  readonly setup?: ConfigSources;
}

/** With a broken configuration a player that has a show plays it; one that has none says what is wrong and ends. */
async function usableConfig({ configSources }: Invocation): Promise<Usable> {
  const { config, mistake, setupFault } = readConfig(configSources);
  const wrong = mistake ?? setupFault;
  if (mistake === null && wrong === null) return { config, mistake };
  // Not loaded by every start.
  const { hasActiveEdition } = await import('../store/read.ts');
  if (config === null || wrong === null || !hasActiveEdition(config.dataDir)) {
    if (mistake !== null) throw mistake;
    // It can be set up anew.
    return { config, mistake, setupFault };
  }
  // An error would not come whole to the engine's thread.
  return { config, mistake: wrong.report, setupFault };
}

/** Null while it has a mistake, or does not say where the show comes from; also until somebody has set the player up again. */
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
  // Before anything else: whatever ends this start, it has been counted.
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
    ...(setupFault !== null && mistake === null ? [setupFault.said] : []),
  ];
  beginEarly(config.dataDir);
  // Loaded while the engine's thread begins.
  const { startPlayer } = await import('../app.ts');
  const player = await startPlayer({
    config,
    configMistake: mistake,
    log,
    signal,
    warnings,
    starts,
    launched: launchedBy(process.env),
    ...(setup ? { readAgain: () => readAgain(setup, isSetupLost) } : {}),
    ...(setup && mistake === null ? { setup } : {}),
    // Loaded when it is asked for: a player that nobody looks at does without.
    doctor: async () => {
      const { examine } = await import('../doctor/doctor.ts');
      return examine({ configSources, log: log.named('doctor'), signal });
    },
  }).catch(async (error: unknown) => {
    await uncountStart(starts, error);
    throw error;
  });
  announce?.(player.adminAddress);
  const code = await player.ended;
  // Not only a signal ends the show: the session may be over.
  endByForceLater();
  if (code === 0) noteWantedEnd(process.env);
  // Nobody asked a player to end whose starter was killed: another one may be starting already, and goes on from the picture.
  const isLeft = signal.aborted && asVitrineError(signal.reason).code === starterGone;
  await player.stop(isLeft || code === startAgain || (await isBeingRestarted()));
  return code;
}
