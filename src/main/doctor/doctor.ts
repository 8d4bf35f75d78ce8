import { message, verbatim } from '../../shared/languages/message.ts';
import { diagnose } from '../cms/diagnose.ts';
import { type ConfigSources, readConfig } from '../config/config.ts';
import type { Settings } from '../config/settings.ts';
import { systemZone } from '../edition/system-zone.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import { type Finding, failedBy, ok } from '../ground/finding.ts';
import type { Log } from '../ground/log.ts';
import { checkBrowser } from './browser.ts';
import { checkClock } from './clock.ts';
import { checkDatabase } from './database.ts';
import { checkDisk } from './disk.ts';
import { checkDisplay } from './display.ts';
import { checkPlayer } from './player.ts';
import { checkSecurity } from './security.ts';
import { checkSensors } from './sensors.ts';
import { checkShow } from './show.ts';
import { checkStatusPage } from './status-page.ts';
import { checkWatchdog } from './watchdog.ts';

interface DoctorNeeds {
  readonly configSources: ConfigSources;
  readonly log: Log;
  readonly signal: AbortSignal;
  /**
   * Never in the player's process: closing the file again would drop its locks. There, health reports the state of the
   * database.
   */
  readonly readsDatabase?: boolean;
}

/**
 * Runs every check, in the order in which a person fixes problems. A check that depends on a wrong setting is skipped,
 * because it would report the same mistake twice.
 */
export async function examine({
  configSources,
  log,
  signal,
  readsDatabase = false,
}: DoctorNeeds): Promise<readonly Finding[]> {
  const env = configSources.env ?? process.env;
  const { config, mistake, leftOut, setupFault } = readConfig(configSources);
  const ofConfig =
    mistake === null
      ? ok('config', config.file === null ? message('doctor.config.no-file') : verbatim(config.file))
      : failedBy('config', mistake);
  const ofSetup = setupFault === null ? [] : [failedBy('config', setupFault)];
  if (config === null) return [ofConfig, ...ofSetup];
  const isSure = (...settings: readonly (keyof Settings)[]): boolean =>
    !settings.some((name) => leftOut.includes(name));
  const cms = isSure('cms', 'playlist', 'device', 'deviceGroup')
    ? await diagnose(config, { log, signal })
    : { findings: [], date: null };
  const screens = isSure('screens') ? config.screens : [];
  const player = isSure('dataDir') ? await checkPlayer(config.dataDir) : null;
  const runs = player?.runs ?? false;
  return [
    ofConfig,
    ...ofSetup,
    ...cms.findings,
    ...(isSure('dataDir') ? await checkDataFolder(config.dataDir, readsDatabase) : []),
    ...(isSure('host', 'chromium') ? await checkBrowser(config, env) : []),
    ...(isSure('host') ? [await checkDisplay({ host: config.host, screens }, runs, env)] : []),
    ...(isSure('adminPort') && !runs ? [await checkStatusPage(config.adminPort)] : []),
    ...(isSure('cms', 'dataDir', 'chromium') ? await checkSecurity(config, env) : []),
    checkClock(Date.now(), cms.date, isSure('timeZone') ? (config.timeZone ?? systemZone()) : null),
    ...checkWatchdog(),
    ...(await checkSensors()),
    ...(readsDatabase && isSure('dataDir') ? await checkEditors(config.dataDir, runs) : []),
    ...(player?.findings ?? []),
  ];
}

/** A database that cannot be read is a finding of its own. */
async function checkEditors(dataDir: string, playerRuns: boolean): Promise<readonly Finding[]> {
  try {
    return await checkShow(dataDir, playerRuns);
  } catch (thrown) {
    if (thrown instanceof VitrineError || systemCode(thrown) !== null) return [];
    throw thrown;
  }
}

/** A database that cannot be opened is no second finding if its folder is not writable. */
async function checkDataFolder(dataDir: string, readsDatabase: boolean): Promise<readonly Finding[]> {
  const disk = await checkDisk(dataDir);
  if (!readsDatabase) return [disk];
  const database = await checkDatabase(dataDir);
  return disk.result === 'fail' && database.result === 'fail' ? [disk] : [disk, database];
}
