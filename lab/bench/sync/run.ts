// `npm run bench -- sync`: the costs of sync, compared with curl and sha256sum on the same file system in the same run.
import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { median } from '../../support/median.ts';
import type { CycleCost } from './cycle.ts';
import type { BenchServer } from './server.ts';

const run = promisify(execFile);
/** Times for a thousand small files vary by half around their median, as the processors are assigned differently each time. */
const rounds = { large: 5, small: 11 };
const only = process.env.VITRINE_BENCH_ONLY ?? '';
const folder = await mkdtemp(join(process.env.VITRINE_BENCH_DIR ?? tmpdir(), 'vitrine-bench-'));
let missed = 0;
const player = await bundlePlayer();
let folders = 0;
const left: string[] = [];
/** More than either side needs for the small files. */
const touchedBytes = 512 * 2 ** 20;
const keptBytes = 2 ** 20;

try {
  if (only === '' || only === 'large') await compare('1 GiB object', 'large', rounds.large, 1.3);
  if (only === '' || only === 'small')
    await compare('1,000 objects of 100 KiB', '1000x1000x102400', rounds.small, 1.3);
  if (only === '' || only === 'noop') await idle();
  if (only === '' || only === 'growth') await growth();
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = missed > 0 ? 1 : 0;

/** Bundled to one file of JavaScript, as in the product: loading TypeScript costs every thread 30 MiB more. */
async function bundlePlayer(): Promise<string> {
  const outDir = fileURLToPath(new URL('../../../node_modules/.cache/vitrine-bench', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      minify: false,
      rolldownOptions: { input: { cycle: fileURLToPath(new URL('cycle.ts', import.meta.url)) } },
    },
  });
  return join(outDir, 'cycle.js');
}

/** Ours and theirs by turns, so that other load affects both. */
async function compare(title: string, scenario: string, usualRounds: number, limit: number): Promise<void> {
  const rounds = Number(process.env.VITRINE_BENCH_ROUNDS ?? usualRounds);
  const { server, child } = await startServer(scenario);
  const ratios: number[] = [];
  const costs: CycleCost[] = [];
  for (let round = 0; round < rounds; round++) {
    const theirs = await withCurl(server);
    const [ours] = await withSync(server, 1);
    if (ours === undefined || ours.failed > 0) throw new Error(`${title}: the cycle failed`);
    ratios.push(ours.ms / theirs);
    costs.push(ours);
    print(
      `  ${title}, round ${round + 1}`,
      `sync ${ms(ours.ms)}, curl + sha256sum + sync ${ms(theirs)}`,
      `${(ours.ms / theirs).toFixed(2)} ×`,
    );
  }
  await removeAll();
  verdict(`${title}: median ratio (at most ${limit})`, median(ratios).toFixed(2), median(ratios) <= limit);
  judgeMemory(title, costs);
  stop(child);
}

async function idle(): Promise<void> {
  const title = 'no-op cycle, 10,000 entries and 5,000 objects';
  const { server, child } = await startServer('10000x5000x300');
  const data = await dataFolder();
  const filling = await withSync(server, 1, data);
  const [first] = filling;
  const before = await fingerprint(data);
  const costs = await withSync(server, 6, data);
  const [again, ...noops] = costs;
  const after = await fingerprint(data);
  print(`  first cycle of an empty store`, `${first?.downloaded} objects`, ms(first?.ms ?? 0));
  print(`  first cycle after a restart`, `${again?.downloaded} objects`, `${ms(again?.cpuMs ?? 0)} CPU`);
  const cpu = median(noops.map((cost) => cost.cpuMs));
  verdict(`${title}: CPU (at most 100 ms)`, ms(cpu), cpu <= 100);
  const rows = noops.reduce((sum, cost) => sum + cost.rowsChanged, 0);
  verdict(`${title}: rows written`, String(rows), rows === 0);
  verdict(
    `${title}: files touched, restart included`,
    String(touched(before, after)),
    touched(before, after) === 0,
  );
  judgeMemory(title, [...filling, ...costs]);
  stop(child);
}

/** The same 100 objects in more and more entries: the cost of an entry. */
async function growth(): Promise<void> {
  for (const entries of [100, 1000, 10_000]) {
    const { server, child } = await startServer(`${entries}x100x300`);
    const costs = await withSync(server, 6);
    const [first, ...rest] = costs;
    const title = `${entries.toLocaleString('en')} entries, 100 objects`;
    print(
      `  ${title}`,
      `first cycle ${ms(first?.ms ?? 0)} (${ms(first?.cpuMs ?? 0)} CPU)`,
      `no-op ${ms(median(rest.map((cost) => cost.cpuMs)))} CPU`,
    );
    judgeMemory(title, costs);
    stop(child);
  }
}

/** Both threads, and throughout. */
function judgeMemory(title: string, costs: readonly CycleCost[]): void {
  const peak = Math.max(...costs.map((cost) => cost.peakRssMB));
  verdict(`${title}: peak RSS (at most 250 MB)`, `${peak.toFixed(0)} MB`, peak <= 250);
}

async function startServer(scenario: string): Promise<{ server: BenchServer; child: ChildProcess }> {
  const child = fork(new URL('server.ts', import.meta.url), [scenario, folder]);
  const [server] = (await once(child, 'message')) as [BenchServer];
  return { server, child };
}

function stop(child: ChildProcess): void {
  child.disconnect();
}

async function withSync(server: BenchServer, cycles: number, data?: string): Promise<readonly CycleCost[]> {
  const own = data ?? (await dataFolder());
  const child = fork(player, [own, JSON.stringify(server), String(cycles)]);
  const [costs] = (await once(child, 'message')) as [readonly CycleCost[]];
  await once(child, 'exit');
  if (data === undefined) await removeLater(own);
  return costs;
}

/** The same files with standard tools: downloaded, hashed, flushed. */
async function withCurl(server: BenchServer): Promise<number> {
  const own = await dataFolder();
  await mkdir(own);
  const names = server.mediaFileIds.map((id) => join(own, `${id}.bin`));
  const config = server.mediaFileIds.map(
    (id, at) => `url="${server.baseUrl}mediafile/${id}/download"\noutput="${names[at]}"`,
  );
  const configFile = join(own, 'curl.conf');
  await writeFile(configFile, `header="Authorization: Bearer ${server.token}"\n${config.join('\n')}\n`);
  const start = performance.now();
  await run('curl', ['-sS', '--parallel', '--config', configFile]);
  await run('sha256sum', names, { maxBuffer: 2 ** 26 });
  await run('sync', names);
  const took = performance.now() - start;
  await removeLater(own);
  return took;
}

async function dataFolder(): Promise<string> {
  // Neither side may pay for unwritten data of the other.
  const child = spawn('sync');
  await once(child, 'exit');
  // Nor for memory that a virtual machine has returned to its host: the first access to it waits.
  await run(process.execPath, ['-e', `Buffer.alloc(${touchedBytes}, 1)`]);
  return join(folder, `data-${++folders}`);
}

/**
 * Truncates at once and deletes at the end: before creating a file, ext4 checks every inode deleted within the last minutes.
 * With a thousand per round that would be the slowest part of both sides.
 */
async function removeLater(own: string): Promise<void> {
  const names = await readdir(own, { recursive: true });
  for (const name of names) {
    const path = join(own, name);
    if ((await stat(path)).size > keptBytes) await truncate(path);
  }
  left.push(own);
}

async function removeAll(): Promise<void> {
  for (const own of left.splice(0)) await rm(own, { recursive: true });
}

/** Every file with its modification time. */
async function fingerprint(data: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(data, { recursive: true });
  const entries = names.map(async (name): Promise<[string, string]> => {
    const stats = await stat(join(data, name));
    return [name, `${stats.mtimeMs} ${stats.size}`];
  });
  // The write-ahead log of the database is made and removed by opening and closing it.
  return new Map((await Promise.all(entries)).filter(([name]) => !/-(?:wal|shm)$|lock|\.db$|^$/.test(name)));
}

function touched(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).length;
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

function print(title: string, value: string, more: string): void {
  process.stdout.write(`${title.padEnd(66)} ${value.padEnd(48)} ${more}\n`);
}

function verdict(title: string, value: string, holds: boolean): void {
  if (!holds) missed++;
  print(title, value, holds ? 'ok' : 'MISSED');
}
