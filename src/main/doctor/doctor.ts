import { diagnose } from '../cms/diagnose.ts';
import { type ConfigSources, readConfig } from '../config.ts';
import { systemZone } from '../edition/system-zone.ts';
import { type Finding, fail, ok } from '../finding.ts';
import type { Log } from '../log.ts';
import { checkClock } from './clock.ts';
import { checkDatabase } from './database.ts';
import { checkDisk } from './disk.ts';
import { checkDisplay } from './display.ts';
import { checkPlayer } from './player.ts';

export interface DoctorNeeds {
  readonly configSources: ConfigSources;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Every check there is, in the order in which a person mends things: each may depend on those before it. */
export async function examine({ configSources, log, signal }: DoctorNeeds): Promise<readonly Finding[]> {
  const { config, mistake } = readConfig(configSources);
  const ofConfig =
    mistake === null
      ? ok('config', config.file ?? 'no file: environment and defaults')
      : fail('config', mistake.message, mistake.remedy ?? 'Mend it.');
  if (config === null) return [ofConfig];
  const cms = await diagnose(config, { log, signal });
  return [
    ofConfig,
    ...cms.findings,
    checkDisk(config.dataDir),
    await checkDatabase(config.dataDir),
    ...checkDisplay(config, configSources.env ?? process.env),
    checkClock(Date.now(), cms.date, config.timeZone ?? systemZone()),
    await checkPlayer(config.dataDir),
  ];
}
