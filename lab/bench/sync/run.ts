// `npm run bench -- sync`: the costs of sync, compared with curl and sha256sum on the same file system in the same run.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from '../../support/median.ts';
import type { CycleCost } from './cycle.ts';
import { dataFolder, removeAll, removeFolder, startServer, stop, withCurl, withSync } from './sides.ts';

/** Times for a thousand small files vary by half around their median, as the processors are assigned differently each time. */
const rounds = { large: 5, small: 11 };
const only = process.env.VITRINE_BENCH_ONLY ?? '';
let missed = 0;

try {
  if (only === '' || only === 'large') await compare('1 GiB object', 'large', rounds.large, 1.3);
  if (only === '' || only === 'small')
    await compare('1,000 objects of 100 KiB', '1000x1000x102400', rounds.small, 1.3);
  if (only === '' || only === 'noop') await idle();
  if (only === '' || only === 'growth') await growth();
} finally {
  await removeFolder();
}
process.exitCode = missed > 0 ? 1 : 0;

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
