import { askPlayer } from '../admin/client.ts';
import { diagnose } from '../cms/diagnose.ts';
import { type Config, loadConfig, salvageConfig } from '../config.ts';
import { checkClock } from '../doctor/clock.ts';
import { checkDisk } from '../doctor/disk.ts';
import { checkDisplay } from '../doctor/display.ts';
import { asVitrineError } from '../errors.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import type { Status } from '../report/status.ts';
import { readStore } from '../store/read.ts';
import type { Command, Invocation } from './command.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Checks configuration, CMS, token, disk, database, display and clock, and says what to do.',
  usage: '[--json]',
  options: {},
  details: `
It changes nothing, but for a login (cms.oauth) that is near its end: it renews it, as the player would, and writes the
new one to login.json.

Exit code 1 when something failed, 0 when all is well or there are only warnings.`,
  async run(invocation) {
    const findings = await examine(invocation);
    const failed = findings.filter(({ result }) => result === 'fail').map(({ check }) => check);
    const ok = failed.length === 0;
    if (invocation.json) invocation.out(`${JSON.stringify({ ok, checks: findings }, null, 2)}\n`);
    else invocation.out(findings.map(line).join(''));
    if (!ok) invocation.progress(`vitrine: Not in order: ${failed.join(', ')}.\n`);
    return ok ? 0 : 1;
  },
};

async function examine({ configSources, log, signal }: Invocation): Promise<readonly Finding[]> {
  const { config, finding } = usable(configSources);
  if (config === null) return [finding];
  const env = configSources.env ?? process.env;
  const cms = await diagnose(config, { log, signal });
  const zone = config.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [
    finding,
    ...cms.findings,
    checkDisk(config.dataDir),
    await checkDatabase(config),
    ...checkDisplay(config, env),
    checkClock(Date.now(), cms.date, zone),
    await checkPlayer(config),
  ];
}

function usable(sources: Invocation['configSources']): { config: Config | null; finding: Finding } {
  try {
    const config = loadConfig(sources);
    return { config, finding: ok('config', config.file ?? 'no file: environment and defaults') };
  } catch (thrown) {
    const error = asVitrineError(thrown);
    return {
      config: salvageConfig(sources),
      finding: fail('config', error.message, error.remedy ?? 'Mend it.'),
    };
  }
}

async function checkDatabase(config: Config): Promise<Finding> {
  try {
    const store = await readStore(config.dataDir);
    try {
      const active = store.show();
      if (store.damage !== null) {
        return warn(
          'database',
          store.damage,
          'Start the player: it sets the damaged file aside and rebuilds from what is on disk.',
        );
      }
      const { objects, bytes } = store.storage();
      return ok(
        'database',
        `${objects} files, ${(bytes / 1e6).toFixed(1)} MB; ${active ? `edition ${active.edition.id.slice(0, 12)} is active` : 'no edition yet'}`,
      );
    } finally {
      await store.close();
    }
  } catch (thrown) {
    const error = asVitrineError(thrown);
    return fail('database', error.message, error.remedy ?? 'Check who owns the data folder.');
  }
}

async function checkPlayer(config: Config): Promise<Finding> {
  try {
    const status = (await askPlayer(config.dataDir, 'GET', '/api/status')) as Status | null;
    if (status === null)
      return warn('player', 'No player runs on this data folder.', 'Start it with vitrine run.');
    const dark = status.screens.filter((screen) => !screen.alive);
    if (dark.length > 0) {
      return fail(
        'player',
        `Not painting: screen ${dark.map(({ id }) => id).join(', ')}.`,
        'See the log; restart the player if it stays so.',
      );
    }
    return ok('player', `running since ${status.startedAt} on ${status.host}`);
  } catch (thrown) {
    const error = asVitrineError(thrown);
    return fail('player', error.message, error.remedy ?? 'Restart it.');
  }
}

function line({ check, result, message, remedy }: Finding): string {
  return `${result.padEnd(4)}  ${check.padEnd(10)}  ${message}\n${remedy ? `                  → ${remedy}\n` : ''}`;
}
