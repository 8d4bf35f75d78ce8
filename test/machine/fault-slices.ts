// What faults do to a booted machine's display, one fault and one target at a time. What was measured is kept, and added to
// by every run; the table is of everything.
// Usage: npm run machine:faults -- FAULT TARGET [--rounds 20]    one slice
//        npm run machine:faults -- --next [--seconds 240]        slices that are not complete, for so long
//        npm run machine:faults -- --table
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../../scripts/median.ts';
import { Eye } from './eye.ts';
import { type Round, round } from './fault-round.ts';
import { type Fault, faults, isPossible, type Target, targets } from './hits.ts';
import { Machine } from './machine.ts';
import { OutsideCms } from './outside-cms.ts';
import { buildPackages } from './package.ts';
import { cache } from './roots.ts';

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    next: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '240' },
    table: { type: 'boolean', default: false },
    results: { type: 'string', default: join(cache, 'results', 'faults.json') },
  },
});

type Results = Readonly<Record<string, readonly Round[]>>;
const nameOf = (fault: Fault, target: Target): string => `${fault}, ${target}`;
const read = (): Results =>
  existsSync(asked.results) ? (JSON.parse(readFileSync(asked.results, 'utf8')) as Results) : {};

function keep(name: string, one: Round): void {
  const results = read();
  mkdirSync(join(asked.results, '..'), { recursive: true });
  writeFileSync(
    asked.results,
    JSON.stringify({ ...results, [name]: [...(results[name] ?? []), one] }, null, 1),
  );
}

const all = faults.flatMap((fault) =>
  targets.filter((target) => isPossible(fault, target)).map((target) => [fault, target] as const),
);
/** An engine that hangs is given two and a half minutes each time, while the show goes on. */
const mostOfEngine = 3;
const isLong = (fault: Fault, target: Target): boolean => fault === 'SIGSTOP' && target === 'engine';
const lacking = (count: number) =>
  all.filter(
    ([fault, target]) =>
      (read()[nameOf(fault, target)]?.length ?? 0) < count &&
      !(isLong(fault, target) && count > mostOfEngine),
  );

if (!asked.table) await measure();
print();

async function measure(): Promise<void> {
  const packages = buildPackages();
  const machine = new Machine('installed', packages.current);
  const cms = await OutsideCms.start();
  cms.addMovingClips();
  cms.configure(machine);
  await machine.boot();
  await cms.connect(machine);
  const eye = new Eye(machine);
  try {
    if (asked.next) await measureNext(machine, eye);
    else {
      const [fault, target] = positionals as [Fault, Target];
      if (!faults.includes(fault) || !targets.includes(target) || !isPossible(fault, target))
        throw new Error(`One of ${faults.join(', ')}, of one of ${targets.join(', ')}.`);
      for (let count = 0; count < Number(asked.rounds); count++) await once(machine, eye, fault, target);
    }
  } catch (error) {
    const seen = eye.samples.slice(-3).map(({ colors }) => colors?.join(' ') ?? 'nothing');
    process.stderr.write(`seen last: ${seen.join(' | ')}\n${JSON.stringify(await machine.status())}\n`);
    for (const { from, text } of (await machine.journal(Date.now() - 60_000)).slice(-40))
      process.stderr.write(`${from}: ${text}\n`);
    throw error;
  } finally {
    eye.close();
    await machine.throwAway();
    await cms.stop();
    packages.remove();
  }
}

/** The round that is wanted most, again and again: so all slices grow together. */
async function measureNext(machine: Machine, eye: Eye): Promise<void> {
  const until = performance.now() + Number(asked.seconds) * 1000;
  for (let count = 1; count <= Number(asked.rounds); count++)
    for (const [fault, target] of lacking(count)) {
      if (performance.now() > until) return;
      await once(machine, eye, fault, target);
    }
}

async function once(machine: Machine, eye: Eye, fault: Fault, target: Target): Promise<void> {
  const one = await round(machine, eye, fault, target);
  keep(nameOf(fault, target), one);
  process.stdout.write(`${nameOf(fault, target)}: ${JSON.stringify(one)}\n`);
}

function print(): void {
  const results = read();
  const rows = all
    .filter(([fault, target]) => results[nameOf(fault, target)])
    .map(([fault, target]) => rowOf(fault, target, results[nameOf(fault, target)] ?? []));
  process.stdout.write('Seconds, median / worst. Over: the show moves and what was hit is another one.\n');
  console.table(rows);
}

function rowOf(fault: Fault, target: Target, rounds: readonly Round[]): object {
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
    ...{ fault, target, times: rounds.length },
    over: both(({ overSeconds }) => overSeconds),
    still: both(({ stillSeconds }) => stillSeconds),
    black: both(({ blackSeconds }) => blackSeconds),
    acted: [...acted].map(([who, count]) => `${who} ${count}`).join(', '),
  };
}
