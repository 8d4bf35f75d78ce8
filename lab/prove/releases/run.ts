// `npm run prove -- releases`: three whole players of the portable package enrol with the files of two groups, install a release that a
// rollout requests, and stop at one that fails its trial. Prints the results as one JSON document within ten minutes; exits with 1 if
// any is wrong. The trials last a tenth of the usual time.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import type * as Demo from '../../../src/demo/cms.ts';
import { askPlayer } from '../../../src/main/admin/client.ts';
import type { Command, Invocation } from '../../../src/main/cli/command.ts';
import { command as cmd } from '../../../src/main/cli/fleet/cmd.ts';
import { command as group } from '../../../src/main/cli/fleet/enrol/group.ts';
import { command as serveFile } from '../../../src/main/cli/fleet/enrol/serve.ts';
import { command as list } from '../../../src/main/cli/fleet/list.ts';
import { command as startRollout } from '../../../src/main/cli/fleet/rollout/start.ts';
import { command as status } from '../../../src/main/cli/fleet/rollout/status.ts';
import { loadConfig } from '../../../src/main/config/config.ts';
import { asVitrineError } from '../../../src/main/ground/errors.ts';
import type { Status } from '../../../src/main/report/status.ts';
import { startDisplay, type TestDisplay } from '../../../test/e2e/support/display.ts';
import { mosquittoUntilRemoved } from '../../../test/fleet/broker.ts';
import { Builds } from '../../../test/machine/builds.ts';
import { invoke } from '../../../test/support/invoke.ts';
import { until } from '../../../test/support/until.ts';
import { serve } from '../../../test/update/support/site.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vitrine-fleet-releases-'));
const begun = performance.now();
const seconds = (): number => Math.round((performance.now() - begun) / 100) / 10;
const note = (text: string): void => void process.stderr.write(`${seconds()} s  ${text}\n`);
const [good, bad] = ['99.0.1', '99.0.2'] as const;
const soon = { minuteSeconds: 6 };
const longestWaitMs = 180_000;

const mistakes: string[] = [];
const check = (what: string, holds: boolean): void => {
  if (!holds) mistakes.push(what);
};

/** Everything that must end with this process. */
const ends: (() => unknown)[] = [];
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

note('packages are made');
const builds = await Builds.make();
ends.push(() => builds.throwAway());
execFileSync(process.execPath, ['packaging/portable/build.ts', '--out', folder], {
  cwd: root,
  stdio: ['ignore', 2, 2],
});
const portable = readdirSync(folder).find((name) => name.endsWith('.tar.gz')) ?? '';
await builds.publish(good, soon, { share: '0' });
await builds.publish(bad, { ...soon, paintsNothing: true }, { share: '0' });
const site = await serve(builds.site.path);
ends.push(site.close);

note('broker, CMS and players are started');
const users = join(folder, 'dynamic-security.json');
execFileSync('mosquitto_ctrl', ['dynsec', 'init', users, 'admin', 'root-word'], {
  env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  stdio: ['ignore', 'ignore', 'ignore'],
});
const broker = await mosquittoUntilRemoved({
  lines: [
    'allow_anonymous false',
    'plugin /usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so',
    `plugin_opt_config_file ${users}`,
  ],
});
ends.push(() => broker.remove());
const base = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
const credentialsFile = await broker.credentials('admin', 'root-word');
const config = { ...base, fleet: { ...base.fleet, name: 'chain', url: broker.url, credentialsFile } };
const run = (command: Command, more: Partial<Invocation> = {}) =>
  invoke(command, { config, progress: (text) => note(text.trimEnd()), ...more });
const files = { pilot: join(folder, 'pilot.json'), shops: join(folder, 'shops.json') };
const serving = new AbortController();
ends.push(() => serving.abort());
for (const [name, file] of Object.entries(files)) {
  await run(group, { positionals: [file], values: { groups: name } });
  run(serveFile, { positionals: [file], signal: serving.signal }).catch((error: unknown) =>
    mistakes.push(String(error)),
  );
}
const { module: demo } = await runnerImport<typeof Demo>(
  fileURLToPath(new URL('../../../src/demo/cms.ts', import.meta.url)),
);
const cms = await demo.startDemoCms();
ends.push(() => cms.stop());

interface Player {
  readonly device: string;
  readonly dataDir: string;
  status(): Promise<Status | null>;
}

async function startPlayer(device: string, enrolmentFile: string): Promise<Player> {
  const home = join(folder, device);
  const [dataDir, releases] = [join(home, 'data'), join(home, 'update')];
  mkdirSync(join(releases, 'factory'), { recursive: true, mode: 0o755 });
  mkdirSync(dataDir, { mode: 0o700 });
  execFileSync('tar', [
    '-xzf',
    join(folder, portable),
    '-C',
    join(releases, 'factory'),
    '--strip-components=1',
  ]);
  copyFileSync(
    join(releases, 'factory/resources/linux/vitrine-launcher'),
    join(releases, 'vitrine-launcher'),
  );
  copyFileSync(builds.site.root, join(releases, 'root.json'));
  const display: TestDisplay = await startDisplay(480, 270);
  const settings = {
    cms: { url: cms.baseUrl, token: cms.token },
    device: 'Demo screen',
    dataDir,
    adminPort: 0,
    update: { url: site.url },
    fleet: { device, enrolmentFile, spreadSeconds: 10 },
  };
  const file = join(home, 'config.json');
  writeFileSync(file, JSON.stringify(settings));
  const child: ChildProcess = spawn(join(releases, 'vitrine-launcher'), ['run'], {
    env: {
      ...process.env,
      DISPLAY: display.name,
      VITRINE_CONFIG: file,
      VITRINE_DATA_DIR: dataDir,
      VITRINE_CHROMIUM_USER: 'nobody',
      VITRINE_HOST: 'chromium',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = `${log}${text}`.slice(-20_000);
  });
  ends.push(async () => {
    if (mistakes.length > 0) process.stderr.write(`${device}: ${log.slice(-3000)}\n`);
    if (child.exitCode === null)
      await new Promise((resolve) => child.once('exit', resolve).kill('SIGTERM') || resolve(null));
    await display.stop();
  });
  return {
    device,
    dataDir,
    status: () =>
      askPlayer(dataDir, 'GET', '/api/status').then(
        (reported) => reported as Status,
        () => null,
      ),
  };
}

async function goes(): Promise<object> {
  const players = await Promise.all([
    startPlayer('shop-1', files.pilot),
    startPlayer('shop-2', files.shops),
    startPlayer('shop-3', files.shops),
  ]);
  const own = ({ dataDir }: Player) =>
    JSON.parse(readFileSync(join(dataDir, 'fleet-credentials.json'), 'utf8')) as { joined: object | null };
  for (const player of players) {
    await until(
      `${player.device} plays`,
      async () => (await player.status())?.nowPlaying != null,
      longestWaitMs,
    );
    await until(`${player.device} is enrolled`, () => own(player).joined !== null, longestWaitMs);
  }
  await until(
    'all have their link',
    async () => {
      const known = JSON.parse((await run(list, { json: true })).out) as {
        online: boolean;
        state: object | null;
      }[];
      return known.filter(({ online, state }) => online && state !== null).length === players.length;
    },
    longestWaitMs,
  );
  const enrolledAfter = seconds();
  note('all play and are enrolled');
  const reported = await run(cmd, {
    positionals: ['sync'],
    values: { all: true, yes: true, wait: '60s' },
    json: true,
  });
  const answers = JSON.parse(reported.out) as { device: string; state: string }[];
  check('each has done a command', answers.length === 3 && answers.every(({ state }) => state === 'done'));

  const values = { steps: 'pilot,100%', rest: '0s', spread: '0s', yes: true };
  const rolled = async (version: string) => {
    const since = seconds();
    const ended = await run(startRollout, { positionals: [version], values }).then(
      () => 'done',
      (error: unknown) => asVitrineError(error).code,
    );
    const { plan, progress } = JSON.parse((await run(status, { json: true })).out) as {
      plan: { state: string; step: number; why: string | null };
      progress: { all: object; codes: object };
    };
    const versions: Record<string, string> = {};
    for (const player of players)
      versions[player.device] = await until(
        `${player.device} plays again`,
        async () => {
          const now = await player.status();
          return now?.nowPlaying && now.update.state !== 'doubting' ? now.version : null;
        },
        longestWaitMs,
      );
    const { all: counts, codes } = progress;
    return {
      ended,
      seconds: Math.round(seconds() - since),
      state: plan.state,
      step: plan.step + 1,
      counts,
      codes,
      why: plan.why,
      versions,
    };
  };
  const first = await rolled(good);
  const all = (wanted: string) => ({ 'shop-1': wanted, 'shop-2': wanted, 'shop-3': wanted });
  check('the good release is everywhere', first.ended === 'done' && same(first.versions, all(good)));
  const second = await rolled(bad);
  check('the bad one has stopped it', second.ended === 'rollout-stopped' && second.step === 1);
  check('and no player runs it', same(second.versions, all(good)));
  return { players: players.length, enrolledAfter, answers, first, second };
}

function same(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const seen = await goes().catch((error: unknown) => {
  mistakes.push(String(error));
  return {};
});
for (const end of ends.reverse()) await end();
process.stdout.write(`${JSON.stringify({ ...seen, seconds: Math.round(seconds()), mistakes }, null, 1)}\n`);
process.exit(mistakes.length > 0 ? 1 : 0);
