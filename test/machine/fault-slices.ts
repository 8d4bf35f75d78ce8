// Measures how faults affect a booted machine's display, one fault and one target at a time. Every run adds to the stored
// results; the table shows all of them with their builds of the package. A round is mostly waiting, so several machines run
// in parallel.
// Usage: npm run prove -- machine-faults FAULT TARGET [--rounds 20] [--machines 3]    one slice
//        npm run prove -- machine-faults --next [--seconds 240] [--machines 3]        incomplete slices, for this long
//        npm run prove -- machine-faults "stage hangs at every start"                 once (a quarter of an hour)
//        npm run prove -- machine-faults --table
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../../lab/support/median.ts';
import { FaultBench } from './fault-bench.ts';
import type { Round } from './fault-round.ts';
import { hangingStage, mostMachineSeconds, mostSafeSeconds } from './hanging-stage.ts';
import { type Fault, faults, isPossible, type Target, targets } from './hits.ts';
import { buildPackages } from './package.ts';
import { cache, hashOf } from './roots.ts';

const { values: requested, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    machines: { type: 'string', default: '3' },
    next: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '240' },
    table: { type: 'boolean', default: false },
    results: { type: 'string', default: join(cache, 'results', 'faults.json') },
  },
});

/** With package hash and load: durations are comparable only if both are alike. */
interface Kept extends Round {
  readonly build?: string;
  readonly load?: number;
}
/** A round without recovery: a person would have had to come. */
interface Failed {
  readonly build: string;
  readonly why: string;
}
interface Slice {
  readonly rounds: readonly Kept[];
  readonly failed: readonly Failed[];
}
type Results = Readonly<Record<string, Slice>>;
type Cell = readonly [fault: Fault, target: Target];

const nothing: Slice = { rounds: [], failed: [] };
const nameOf = ([fault, target]: Cell): string => `${fault}, ${target}`;
const read = (): Results =>
  existsSync(requested.results) ? (JSON.parse(readFileSync(requested.results, 'utf8')) as Results) : {};
const sliceOf = (cell: Cell): Slice => read()[nameOf(cell)] ?? nothing;

function keep(cell: Cell, add: (slice: Slice) => Slice): void {
  mkdirSync(join(requested.results, '..'), { recursive: true });
  // Replaced atomically: a run may be killed while it writes.
  writeFileSync(
    `${requested.results}.new`,
    JSON.stringify({ ...read(), [nameOf(cell)]: add(sliceOf(cell)) }, null, 1),
  );
  renameSync(`${requested.results}.new`, requested.results);
}

const all: readonly Cell[] = faults.flatMap((fault) =>
  targets.filter((target) => isPossible(fault, target)).map((target) => [fault, target] as const),
);
/** A hung engine is replaced after two and a half minutes, while the show goes on. */
const mostOfEngine = 3;
const running: string[] = [];

/** The slice with the fewest rounds. A player that needs a restart anyway is itself the preferred target. */
function nextCell(bench: FaultBench): Cell | null {
  const counted = all.map((cell) => {
    const [fault, target] = cell;
    const wanted = fault === 'SIGSTOP' && target === 'engine' ? mostOfEngine : Number(requested.rounds);
    const { rounds, failed } = sliceOf(cell);
    const count = rounds.length + failed.length + running.filter((name) => name === nameOf(cell)).length;
    return { cell, count, isWanted: count < wanted };
  });
  const due = counted.filter(({ isWanted }) => isWanted).toSorted((left, right) => left.count - right.count);
  const [first] = due;
  const ofPlayer = due.find(
    ({ cell: [, target], count }) => target === 'player' && count <= (first?.count ?? 0) + 2,
  );
  return (bench.isRevived ? (ofPlayer ?? first) : first)?.cell ?? null;
}

const began = performance.now();
let done = 0;

function next(bench: FaultBench): Cell | null {
  if (requested.next)
    return performance.now() - began < Number(requested.seconds) * 1000 ? nextCell(bench) : null;
  const [fault, target] = positionals as [Fault, Target];
  if (!faults.includes(fault) || !targets.includes(target) || !isPossible(fault, target))
    throw new Error(`One of ${faults.join(', ')}, of one of ${targets.join(', ')}.`);
  return done++ < Number(requested.rounds) ? [fault, target] : null;
}

if (positionals[0] === 'stage hangs at every start') await hang();
else {
  if (!requested.table) await measure();
  print();
}

async function hang(): Promise<void> {
  const packages = buildPackages();
  try {
    const say = (words: string) => process.stdout.write(`${words}\n`);
    const { safeSeconds, machineSeconds } = await hangingStage(packages.current, say);
    say(`safe mode after ${safeSeconds} s (at most ${mostSafeSeconds} s)`);
    say(`machine restart after ${machineSeconds} s (at most ${mostMachineSeconds} s)`);
    if (safeSeconds > mostSafeSeconds || machineSeconds > mostMachineSeconds) process.exitCode = 1;
  } finally {
    packages.remove();
  }
}

async function measure(): Promise<void> {
  const packages = buildPackages();
  const build = hashOf(packages.current).slice(0, 8);
  try {
    const machines = Array.from({ length: Number(requested.machines) }, () => work(packages.current, build));
    await Promise.all(machines);
  } finally {
    packages.remove();
  }
}

/** Runs due slices on one machine; a machine that does not recover is replaced. */
async function work(deb: string, build: string): Promise<void> {
  let bench = await FaultBench.booted(deb);
  try {
    for (let cell = next(bench); cell !== null; cell = next(bench)) {
      running.push(nameOf(cell));
      try {
        const one = {
          ...(await bench.round(...cell)),
          build,
          load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
        };
        keep(cell, ({ rounds, failed }) => ({ rounds: [...rounds, one], failed }));
        process.stdout.write(`${nameOf(cell)}: ${JSON.stringify(one)}\n`);
      } catch (error) {
        const why = String(error);
        keep(cell, ({ rounds, failed }) => ({ rounds, failed: [...failed, { build, why }] }));
        process.stdout.write(`${nameOf(cell)}: FAILED ${why}\n${await bench.account()}\n`);
        await bench.throwAway();
        bench = await FaultBench.booted(deb);
      } finally {
        running.splice(running.indexOf(nameOf(cell)), 1);
      }
    }
  } finally {
    await bench.throwAway();
  }
}

function print(): void {
  const results = read();
  const shown = all.filter((cell) => results[nameOf(cell)]);
  process.stdout.write('Seconds, median / worst. Over: the show moves and what was hit is another one.\n');
  console.table(shown.map((cell) => rowOf(cell, sliceOf(cell))));
  const kept = shown.flatMap((cell) => sliceOf(cell).rounds);
  const builds = Map.groupBy(kept, ({ build }) => build ?? 'unknown');
  const loads = kept.flatMap(({ load }) => load ?? []);
  process.stdout.write(
    `${kept.length} rounds; builds: ${[...builds].map(([build, rounds]) => `${build} ${rounds.length}`).join(', ')}; ` +
      `load of the machine below, median ${median(loads)}, worst ${Math.max(...loads)}\n`,
  );
  for (const cell of shown)
    for (const { why, build } of sliceOf(cell).failed) {
      process.stdout.write(`FAILED ${nameOf(cell)} (${build}): ${why}\n`);
      process.exitCode = 1;
    }
}

function rowOf([fault, target]: Cell, { rounds, failed }: Slice): object {
  const both = (of: (one: Round) => number): string => {
    const values = rounds.map(of);
    return `${median(values).toFixed(1)} / ${Math.max(...values).toFixed(1)}`;
  };
  const acted = new Map<string, number>();
  for (const { levels } of rounds) {
    const who = levels.length === 0 ? 'nobody' : levels.join(' + ');
    acted.set(who, (acted.get(who) ?? 0) + 1);
  }
  return {
    fault,
    target,
    times: rounds.length + failed.length,
    over: both(({ overSeconds }) => overSeconds),
    still: both(({ stillSeconds }) => stillSeconds),
    black: both(({ blackSeconds }) => blackSeconds),
    acted: [...acted].map(([who, count]) => `${who} ${count}`).join(', '),
  };
}
