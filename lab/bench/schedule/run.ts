// Measures the evaluation of large editions: `npm run bench -- schedule [--plans|--first]`.
// --first: only the first evaluation of a fresh process.
// --plans: only how long other work of the engine's thread waits for a plan
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { evaluate } from '../../../src/main/schedule/evaluate.ts';
import { buildProgramme } from '../../../src/main/schedule/programme.ts';
import { cpuMs } from '../../../test/schedule/cpu.ts';
import { hour, large, start } from './large.ts';

function timeOf(action: () => void): number {
  const before = performance.now();
  action();
  return performance.now() - before;
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2).padStart(8);
}

if (!process.argv.includes('--first')) plans();
if (process.argv.includes('--plans')) process.exit();

function plans(): void {
  console.log('The first plan of a fresh process.');
  for (const [entries, playlists, mode] of [
    ['10000', '200', 'free'],
    ['10000', '200', 'step'],
    ['10000', '200', 'step turns'],
    ['30000', '200', 'step'],
    ['100000', '2000', 'step'],
  ] as const)
    spawnSync(
      process.execPath,
      [fileURLToPath(new URL('plan.ts', import.meta.url)), entries, playlists, ...mode.split(' ')],
      { stdio: 'inherit' },
    );
}

console.log('\nThe first evaluation of a fresh process: milliseconds, least and median of 7.');
for (const [entries, playlists] of [
  ['10000', '200'],
  ['100000', '2000'],
] as const)
  for (const mode of ['programme', 'reasons'] as const) {
    const times = Array.from({ length: 7 }, () => firstIn(entries, playlists, mode));
    console.log(
      `${entries} entries${mode === 'reasons' ? ', and why the others do not play' : ''}: ` +
        `${quantile(times, 0)} ${quantile(times, 0.5)}`,
    );
  }
if (process.argv.includes('--first')) process.exit();

function firstIn(...args: readonly string[]): number {
  const script = fileURLToPath(new URL('first.ts', import.meta.url));
  return Number(spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' }).stdout);
}

console.log(
  'Milliseconds an evaluation, nextChangeAt included; "cpu" is the median of processor time. Programmes: processor time.',
);
console.log('entries  lists    first   median      p95    worst      cpu');
for (const [entries, playlists, visit] of [
  [1000, 20],
  [10_000, 200],
  [10_000, 200, { rule: 'continuous', count: 3 }],
  [30_000, 200],
  [100_000, 200],
  [100_000, 2000],
] as const) {
  const input = large(entries, playlists, visit);
  const first = timeOf(() => evaluate({ ...input, at: start - hour }));
  const times: number[] = [];
  const cpu: number[] = [];
  let cues = 0;
  // A week of instants, across a clock change; and the show as it would run, from boundary to boundary.
  for (let number = 0; number < 168; number++)
    times.push(
      timeOf(() => (cues += evaluate({ ...input, at: start + number * hour + 61_000 }).cues.length)),
    );
  let at: number | null = start;
  for (let number = 0; number < 100 && at !== null; number++) {
    const now = at;
    times.push(timeOf(() => (at = evaluate({ ...input, at: now }).nextChangeAt)));
    cpu.push(cpuMs(() => evaluate({ ...input, at: now })));
  }
  const row = [
    quantile([first], 0),
    quantile(times, 0.5),
    quantile(times, 0.95),
    quantile(times, 1),
    quantile(cpu, 0.5),
  ];
  const programme = cpuMs(() =>
    buildProgramme({ ...input, from: start, horizonMs: 24 * hour, inStep: false }),
  );
  const step = cpuMs(() => buildProgramme({ ...input, from: start, horizonMs: 24 * hour, inStep: true }));
  console.log(
    `${String(entries).padStart(7)} ${String(playlists).padStart(6)} ${row.join(' ')}   ${Math.round(cues / 168)} cues, a day's programme ${programme.toFixed(0)} ms, in step ${step.toFixed(0)} ms${visit ? `, ${visit.count} of each list in turn` : ''}`,
  );
}
