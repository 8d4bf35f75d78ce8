// Cuts the power of a booted machine at random moments of an update: check, download, unpacking, switch, trial, acceptance or
// rollback. After each outage exactly one complete release must run. Half of the releases crash in their trial. All processes
// end at once; unlike on a real machine, data in the kernel's cache is not lost.
// Usage: npm run prove -- machine-update-cuts [--cuts 50] [--seconds 270] [--seed N]; --table
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median } from '../../lab/support/median.ts';
import { KeptFile } from '../../src/main/ground/kept-file.ts';
import { version as ownVersion } from '../../src/main/ground/version.ts';
import { parseStarts } from '../../src/main/supervise/starts.ts';
import type { UpdateState } from '../../src/main/update/state.ts';
import { readState } from '../../src/main/update/state-file.ts';
import { chanceFrom } from '../soak/chance.ts';
import { Builds } from './builds.ts';
import { followDemo, playing } from './demo.ts';
import { Machine } from './machine.ts';
import { buildPackages } from './package.ts';
import { cache } from './roots.ts';

const { values: requested } = parseArgs({
  options: {
    cuts: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '270' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    table: { type: 'boolean', default: false },
    results: { type: 'string', default: join(cache, 'results', 'update-cuts.json') },
  },
});

interface Cut {
  /** The step of the update at the outage. */
  readonly at: string;
  /** The release that ran afterwards. */
  readonly runs: string;
  readonly backSeconds: number;
  readonly violations: readonly string[];
}

interface Site {
  readonly builds: Builds;
  readonly sha: string;
  /** Names in the unpacked release, including its mark. */
  readonly files: number;
}

const update = 'var/lib/vitrine/update';
const releases = 'var/lib/vitrine-releases';
const newer = '99.0.1';

const read = (): readonly Cut[] =>
  existsSync(requested.results) ? (JSON.parse(readFileSync(requested.results, 'utf8')) as Cut[]) : [];

if (!requested.table) await measure();
print();

async function measure(): Promise<void> {
  process.stdout.write(`seed ${requested.seed}\n`);
  const chance = chanceFrom(Number(requested.seed));
  const packages = buildPackages();
  const machine = new Machine('installed', packages.current);
  // Judged within ten seconds, unless an outage comes first.
  const soon = { minuteSeconds: 1 };
  const crash =
    "import { isMainThread } from 'node:worker_threads';\nif (isMainThread) setTimeout(() => process.exit(1), 3000);";
  const sites: Site[] = [];
  for (const fault of [soon, { ...soon, code: crash }]) {
    const builds = await Builds.make();
    const sha = await builds.publish(newer, fault);
    sites.push({ builds, sha, files: builds.filesOf(sha) });
  }
  const until = performance.now() + Number(requested.seconds) * 1000;
  try {
    await machine.boot();
    await followDemo(machine);
    let site = sites[0];
    let isFresh = true;
    for (let count = 0; count < Number(requested.cuts) && performance.now() < until; count++) {
      if (isFresh) {
        site = chance.pick(sites);
        await site?.builds.carry(machine);
        isFresh = false;
      }
      void machine.post('update/now?from=/srv/releases');
      await wait(chance.below(9000));
      await machine.cutPower();
      const at = whatItWasAt(machine);
      const violations = violationsOn(machine, site);
      backDate(machine);
      await machine.boot();
      const { version, update: now, nowPlaying } = await playing(machine);
      const running = now.running ?? '';
      const players = machine.processes(/dist\/main\/index\.js run/);
      const lines = players.map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      if (lines.length !== 1) violations.push(`${lines.length} players run`);
      const folder = running === 'factory' ? `/usr/lib/vitrine/${ownVersion}/` : `/${running}/`;
      if (!lines.every((line) => line.includes(folder)))
        violations.push(`${running} runs as ${lines.join()}`);
      if (version !== (running === 'factory' ? ownVersion : newer))
        violations.push(`${running} says ${version}`);
      const back = (Date.parse(nowPlaying?.startedAt ?? '') - machine.bootedAt) / 1000;
      keep({ at, runs: running === 'factory' ? 'A' : 'B', backSeconds: back, violations });
      const state = stateOf(machine);
      if (
        state !== null &&
        state.trial === null &&
        (state.current !== 'factory' || state.blocked.length > 0)
      ) {
        await machine.cutPower();
        rmSync(join(machine.root, update), { recursive: true, force: true });
        for (const name of readdirSync(join(machine.root, releases)))
          rmSync(join(machine.root, releases, name), { recursive: true });
        rmSync(join(machine.root, 'srv/releases'), { recursive: true });
        backDate(machine);
        await machine.boot();
        await playing(machine);
        isFresh = true;
      }
    }
  } finally {
    await machine.throwAway();
    for (const { builds } of sites) builds.throwAway();
    packages.remove();
  }
}

function stateOf(machine: Machine): UpdateState | null {
  const file = join(machine.root, update, 'update-state');
  return existsSync(file) ? readState(readFileSync(file, 'utf8')) : null;
}

function namesIn(machine: Machine, folder: string): readonly string[] {
  const path = join(machine.root, folder);
  return existsSync(path) ? readdirSync(path) : [];
}

function whatItWasAt(machine: Machine): string {
  const state = stateOf(machine);
  if (state?.trial)
    return namesIn(machine, update).some((name) => name.startsWith('starts-')) ? 'trial' : 'switch';
  if (state?.current !== undefined && state.current !== 'factory') return 'kept';
  if (state !== null && state.blocked.length > 0) return 'taken back';
  if (namesIn(machine, `${releases}/unpacking`).length > 0) return 'unpacking';
  if (namesIn(machine, releases).includes('incoming')) return 'handing over';
  if (namesIn(machine, `${releases}/releases`).length > 0) return 'ready';
  if (namesIn(machine, `${update}/parts`).length > 0) return 'fetching';
  return 'looking';
}

/** The state is readable or was never written; a release marked complete has all its files. */
function violationsOn(machine: Machine, site: Site | undefined): string[] {
  const found: string[] = [];
  const file = join(machine.root, update, 'update-state');
  if (existsSync(file) && stateOf(machine) === null) found.push('the state cannot be read');
  for (const name of namesIn(machine, `${releases}/releases`)) {
    const folder = join(machine.root, releases, 'releases', name);
    if (!existsSync(join(folder, 'complete'))) continue;
    const files = readdirSync(folder, { recursive: true }).length;
    if (name !== site?.sha) found.push(`${name} is there, and is not offered`);
    if (files !== site?.files) found.push(`${name} has ${files} of ${site?.files} files`);
  }
  return found;
}

/** As if it had been off for eleven minutes: three outages in a row would lead to safe mode, as designed. */
function backDate(machine: Machine): void {
  const starts = new KeptFile(join(machine.root, 'var/lib/vitrine'), 'starts.json', parseStarts);
  starts.write({ ...starts.value, at: starts.value.at - 11 * 60_000 });
  machine.own('var/lib/vitrine/starts.json', 'var/lib/vitrine');
}

function keep(one: Cut): void {
  mkdirSync(join(requested.results, '..'), { recursive: true });
  writeFileSync(requested.results, JSON.stringify([...read(), one], null, 1));
  process.stdout.write(`${JSON.stringify(one)}\n`);
}

function print(): void {
  const cuts = read();
  const back = cuts.map(({ backSeconds }) => backSeconds);
  const moments = [...new Set(cuts.map(({ at }) => at))].map(
    (at) => `${at} ${cuts.filter((cut) => cut.at === at).length}`,
  );
  const violations = cuts.flatMap((cut) => cut.violations);
  process.stdout.write(
    `${cuts.length} power cuts (${moments.join(', ')}); A ran after ${cuts.filter(({ runs }) => runs === 'A').length}, ` +
      `B after ${cuts.filter(({ runs }) => runs === 'B').length}; an item in sight after ${median(back).toFixed(1)} s, ` +
      `at worst ${Math.max(...back).toFixed(1)} s; ${violations.length} violations\n`,
  );
  for (const violation of violations) process.stdout.write(`VIOLATION ${violation}\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
