import { diagnose } from '../cms/diagnose.ts';
import type { Settings } from '../config/settings.ts';
import { type ConfigSources, readConfig } from '../config.ts';
import { systemZone } from '../edition/system-zone.ts';
import { type Finding, fail, ok } from '../finding.ts';
import type { Log } from '../log.ts';
import { checkBrowser } from './browser.ts';
import { checkClock } from './clock.ts';
import { checkDatabase } from './database.ts';
import { checkDisk } from './disk.ts';
import { checkDisplay } from './display.ts';
import { checkPlayer } from './player.ts';
import { checkSecurity } from './security.ts';
import { checkStatusPage } from './status-page.ts';
import { checkWatchdog } from './watchdog.ts';

interface DoctorNeeds {
  readonly configSources: ConfigSources;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Makes every check, in the order in which a person mends things. A check that depends on a setting with a mistake is
 * left out: it would report a second mistake that is none.
 */
export async function examine({ configSources, log, signal }: DoctorNeeds): Promise<readonly Finding[]> {
  const env = configSources.env ?? process.env;
  const { config, mistake, leftOut } = readConfig(configSources);
  const ofConfig =
    mistake === null
      ? ok('config', config.file ?? 'no file: environment and defaults')
      : fail('config', mistake.message, mistake.remedy ?? 'Mend it.');
  if (config === null) return [ofConfig];
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
    ...cms.findings,
    ...(isSure('dataDir') ? await checkDataFolder(config.dataDir) : []),
    ...(isSure('host', 'chromium') ? await checkBrowser(config, env) : []),
    ...(isSure('host') ? [await checkDisplay({ host: config.host, screens }, runs, env)] : []),
    ...(isSure('adminPort') && !runs ? [await checkStatusPage(config.adminPort)] : []),
    ...(isSure('cms', 'dataDir', 'chromium') ? await checkSecurity(config, env) : []),
    checkClock(Date.now(), cms.date, isSure('timeZone') ? (config.timeZone ?? systemZone()) : null),
    ...checkWatchdog(),
    ...(player ? [player.finding] : []),
  ];
}

/** A database that cannot be opened in a folder that cannot be written is no second mistake. */
async function checkDataFolder(dataDir: string): Promise<readonly Finding[]> {
  const disk = checkDisk(dataDir);
  const database = await checkDatabase(dataDir);
  return disk.result === 'fail' && database.result === 'fail' ? [disk] : [disk, database];
}
