// Brings whole players into the states that the alert rules of deploy/prometheus detect, watched by a real Prometheus, and prints
// which alerts have fired for which player. Waits are shortened: "for" is 3 s and six hours without the CMS are 5 s; the thresholds
// are those of the rules. As root, for a small disk; Debian's prometheus package is unpacked beside the packages where it is not installed.
// Usage: npm run prove -- alerts
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KeptFile } from '../../../src/main/ground/kept-file.ts';
import { noStarts, parseStarts } from '../../../src/main/supervise/starts.ts';
import { debianTool, withItsFiles } from '../../../test/deploy/debian.ts';
import { renderers } from '../../../test/host/chromium/processes.ts';
import { until } from '../../../test/support/until.ts';
import { freePort, hoursFromNow, openShop } from '../questions/shop.ts';

const tool = (name: string): string => {
  const found = debianTool(name, 'prometheus');
  if ('why' in found) throw new Error(found.why);
  return found.path;
};
const promtool = tool('promtool');
const [program = '', ...before] = withItsFiles(tool('prometheus'));
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vitrine-alerts-'));
const port = await freePort();
const prometheus = `http://127.0.0.1:${port}`;
const clockFile = join(folder, 'clock');
const withinMs = 120_000;
const fired = new Set<string>();
const say = (text: string): void => void process.stdout.write(`${text}\n`);

writeFileSync(clockFile, '0');
const rules = readFileSync(here('../../../deploy/prometheus/vitrine.rules.yml'), 'utf8')
  .replaceAll(/for: \d+m/g, 'for: 3s')
  // The last requested state is read every second instead of every two minutes.
  .replaceAll(/interval: \d+m/g, 'interval: 1s')
  .replace('6 * 3600', '5');
writeFileSync(join(folder, 'rules.yml'), rules);

const shop = await openShop();
const small = { current: '' };
const hour = 3600_000;
const closed = await shop.player({ screen: { hours: hoursFromNow(120, 180) } });
const window = await shop.player(
  {},
  {
    env: {
      NODE_OPTIONS: `--import ${here('../../../test/e2e/support/set-clock.mjs')}`,
      VITRINE_TEST_CLOCK: clockFile,
    },
    prepare: async (dataDir) => {
      mkdirSync(dataDir);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=450m,mode=700', 'tmpfs', dataDir]);
      small.current = dataDir;
    },
  },
);
// In safe mode for a while, and without its display.
const dark = await shop.player(
  { screens: [{ id: '1', display: 1 }] },
  {
    prepare: async (dataDir) => {
      mkdirSync(dataDir, { mode: 0o700 });
      const safe = { since: Date.now(), tryAt: Date.now() + hour, restMs: hour, isTrying: false, failed: 0 };
      const starts = new KeptFile(dataDir, 'starts.json', parseStarts);
      starts.write({ ...noStarts, at: Date.now(), safe });
    },
  },
);
const players = { closed, window, dark };
writeFileSync(
  join(folder, 'prometheus.yml'),
  JSON.stringify({
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['rules.yml'],
    scrape_configs: [
      {
        job_name: 'vitrine',
        static_configs: Object.entries(players).map(([instance, { page }]) => ({
          targets: [new URL(page).host],
          labels: { instance },
        })),
      },
    ],
  }),
);
// With so short a "for", a player that is only starting would count as gone.
for (const [name, { page }] of Object.entries(players)) {
  const wanted = `vitrine_screen_wanted{screen="1"} ${name === 'closed' ? 0 : 1}\n`;
  await until(`metrics of ${name}`, async () => {
    const answer = await fetch(`${page}metrics`).catch(() => null);
    return answer?.ok === true && (await answer.text()).includes(wanted);
  });
}
const server = spawn(
  program,
  [
    ...before,
    ...['--config.file', join(folder, 'prometheus.yml'), '--storage.tsdb.path', join(folder, 'data')],
    ...['--web.listen-address', `127.0.0.1:${port}`, '--log.level', 'error'],
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);

let failed = 0;
try {
  await until('all players are read', async () => (await ask('up == 1')).length === 3, withinMs);
  for (const [name, { page }] of Object.entries(players)) {
    const text = await (await fetch(`${page}metrics`)).text();
    const checked = spawnSync(promtool, ['check', 'metrics'], { input: text, encoding: 'utf8' });
    say(`promtool check metrics, ${name}: ${checked.status === 0 ? 'ok' : checked.stderr}`);
    if (checked.status !== 0) failed++;
  }
  await fires('VitrineScreenDark', 'dark', 'its display is not there');
  await fires('VitrineSafeMode', 'dark', 'started in safe mode');
  await fires('VitrineDiskLow', 'window', 'its data are on a disk of 450 MB');
  shop.cms.offline = true;
  await fires('VitrineCmsSilent', 'window', 'the CMS cuts every connection');
  shop.cms.offline = false;
  const killing = setInterval(() => {
    for (const { pid } of renderers(window.pid)) kill(pid);
  }, 3_000);
  await fires('VitrineRestarting', 'window', 'its renderers are killed every 3 s').finally(() =>
    clearInterval(killing),
  );
  writeFileSync(clockFile, String(10 * 60_000));
  await fires('VitrineClockWrong', 'window', 'its clock is set ten minutes ahead');
  await window.kill();
  await closed.kill();
  await fires('VitrinePlayerGone', 'window', 'killed');
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  execFileSync('mount', ['-o', 'remount,ro', small.current]);
  const again = await shop.player({}, { insteadOf: window });
  await fires('VitrineDiskFailing', 'window', 'started again, on a disk that is mounted read-only');
  await again.kill();
  await dark.stop();

  const loud = await ask('count by (alertname, instance) (count_over_time(ALERTS{alertstate="firing"}[1h]))');
  const ofClosed = loud.filter(({ instance }) => instance === 'closed').map(({ alertname }) => alertname);
  say(
    `closed: off by plan, without its CMS, then killed: ${ofClosed.length === 0 ? 'silent' : `NOT SILENT: ${ofClosed}`}`,
  );
  failed += ofClosed.length;
  const all = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const unseen = all.filter((name) => !fired.has(name));
  say(
    `${fired.size} of ${all.length} alerts seen firing${unseen.length > 0 ? `; not brought about here: ${unseen}` : ''}`,
  );
} finally {
  server.kill();
  for (const player of Object.values(players)) await player.kill();
  if (small.current !== '') spawnSync('umount', ['-l', small.current]);
  await shop.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
process.exit(failed === 0 ? 0 : 1);

async function fires(alert: string, instance: string, why: string): Promise<void> {
  const since = performance.now();
  const query = `ALERTS{alertname="${alert}",alertstate="firing",instance="${instance}"}`;
  try {
    await until(alert, async () => (await ask(query)).length > 0, withinMs);
    fired.add(alert);
    say(
      `${alert.padEnd(20)} fires ${((performance.now() - since) / 1000).toFixed(0).padStart(3)} s after: ${why}`,
    );
  } catch {
    failed++;
    say(`${alert.padEnd(20)} DID NOT FIRE: ${why}`);
  }
}

async function ask(query: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const answer = await fetch(`${prometheus}/api/v1/query?${new URLSearchParams({ query })}`).catch(
    () => null,
  );
  // It is not up yet, or still reads its stored data.
  if (!answer?.ok) return [];
  const { data } = (await answer.json()) as {
    readonly data?: { readonly result: readonly { readonly metric: Readonly<Record<string, string>> }[] };
  };
  return (data?.result ?? []).map(({ metric }) => metric);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
