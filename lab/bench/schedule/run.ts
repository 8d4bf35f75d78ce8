// Measures the evaluation of large editions: `npm run bench -- schedule`.
import type { EntryRecord } from '../../../src/main/edition/records.ts';
import { evaluate } from '../../../src/main/schedule/evaluate.ts';
import { buildProgramme } from '../../../src/main/schedule/programme.ts';
import type { ScheduleInput } from '../../../src/main/schedule/scene.ts';
import { cpuMs } from '../../../test/schedule/cpu.ts';
import { scheduleInput } from '../../../test/schedule/inputs.ts';
import { edition, entry, playlist } from '../../../test/support/records.ts';

const zone = 'Europe/Berlin';
const start = Date.parse('2026-03-27T00:00:00Z');
const hour = 3600_000;

/** The same numbers in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Entries with all kinds of conditions, all different, in playlists nested in the screen's playlist. */
function large(entries: number, playlists: number, visit?: EntryRecord['visit']): ScheduleInput {
  const random = randomNumbers(7);
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = (days: number): string => new Date(start + days * 24 * hour).toISOString().slice(0, 10);
  const time = (): string => `${two(random(24))}:${two(random(60))}:${two(random(60))}`;
  const conditions = (): Partial<EntryRecord> => ({
    playRule: 'schedule',
    startDate: random(3) === 0 ? date(random(60) - 50) : null,
    endDate: random(3) === 0 ? date(random(60) - 10) : null,
    startTime: random(4) > 0 ? time() : null,
    endTime: random(4) > 0 ? time() : null,
    weekdays: random(2) === 0 ? 1 + random(126) : 0,
  });
  let id = 0;
  const inner = Array.from({ length: playlists }, (_, number) =>
    playlist(
      `list-${number}`,
      Array.from({ length: Math.ceil(entries / playlists) }, () =>
        entry(String(++id), { index: id, mediaFileId: `m${random(entries)}`, ...conditions() }),
      ),
      { shuffled: number % 5 === 0, ...(visit ? { visit } : {}) },
    ),
  );
  const outer = playlist(
    'outer',
    inner.map((list, index) =>
      entry(String(++id), { index, nestedPlaylistId: list.id, ...(index % 4 === 0 ? conditions() : {}) }),
    ),
  );
  return scheduleInput(edition([outer, ...inner]), { zone });
}

function timeOf(action: () => void): number {
  const before = performance.now();
  action();
  return performance.now() - before;
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2).padStart(8);
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
