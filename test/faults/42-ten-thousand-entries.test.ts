import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { evaluate } from '../../src/main/schedule/evaluate.ts';
import { buildProgramme } from '../../src/main/schedule/programme.ts';
import { expandPass } from '../../src/shared/sequence.ts';
import { holdings, scheduleInput } from '../schedule/inputs.ts';
import { isEveryWrite } from '../support/every-write.ts';
import { slow } from '../support/limits.ts';
import { edition, entry, playlist } from '../support/records.ts';
import { reportRow } from '../support/report-row.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** So many kept evaluations are more than the limit, as the control shows. */
const boundaries = isEveryWrite ? 300 : 100;

function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

test('row 42 · ten thousand entries are evaluated repeatedly in flat memory', slow, () => {
  const times = Array.from({ length: 10_000 }, (_, index) => {
    const minutes = index % 1440;
    const at = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
    return entry(String(index), index % 2 === 0 ? {} : { playRule: 'schedule', startTime: at });
  });
  const made = edition([playlist('p', times, { shuffled: true })]);
  const input = scheduleInput(made, { zone: 'Europe/Berlin' });
  let at = Date.parse('2026-05-01T00:00:00Z');
  const live = (boundaries: number): void => {
    for (let count = 0; count < boundaries; count++) {
      // The store builds a new answer each time.
      const fresh = { ...input, holdings: holdings(made) };
      const { nextChangeAt, cues } = evaluate({ ...fresh, at });
      expect(cues.length).toBeGreaterThanOrEqual(5000);
      at = nextChangeAt ?? at;
    }
    const programme = buildProgramme({ ...input, from: at, horizonMs: 86_400_000, inStep: false });
    expect(programme.cues.length).toBeLessThanOrEqual(10_000);
    const segment = programme.segments[0];
    if (segment) expect(expandPass(segment.sequence, programme.cues, 7).length).toBeGreaterThanOrEqual(5000);
  };
  live(40);
  const before = heapBytes();
  live(boundaries);
  const grown = heapBytes() - before;
  console.log(`schedule: heap after ${boundaries} more boundaries ${(grown / 2 ** 20).toFixed(1)} MiB more`);
  expect(grown).toBeLessThan(8 * 2 ** 20);
  reportRow(42, { note: `${boundaries} boundaries: heap ${(grown / 2 ** 20).toFixed(1)} MiB more` });
});

test('row 42 · control: kept evaluations show up in the heap', () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => entry(String(index)));
  const input = scheduleInput(edition([playlist('p', entries)]), { zone: 'Europe/Berlin' });
  const start = Date.parse('2026-05-01T00:00:00Z');
  // Facts about the edition itself are cached once.
  const kept: unknown[] = [evaluate({ ...input, at: start })];
  const before = heapBytes();
  for (let count = 1; count <= boundaries; count++) kept.push(evaluate({ ...input, at: start + count }));
  expect(heapBytes() - before).toBeGreaterThan(8 * 2 ** 20);
  expect(kept).toHaveLength(1 + boundaries);
  reportRow(42, { negativeControl: true });
});
