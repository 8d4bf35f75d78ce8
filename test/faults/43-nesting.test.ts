import { expect, test } from 'vitest';
import type { EditionPlaylist } from '../../src/main/edition/edition.ts';
import type { EntryRecord } from '../../src/main/edition/records.ts';
import { evaluate } from '../../src/main/schedule/evaluate.ts';
import { buildProgramme } from '../../src/main/schedule/programme.ts';
import { cpuMs } from '../schedule/cpu.ts';
import { scheduleInput } from '../schedule/inputs.ts';
import { edition, entry, playlist } from '../support/records.ts';
import { reportRow } from '../support/report-row.ts';
import { loadedWith } from '../support/without.ts';

const at = Date.parse('2026-05-01T12:00:00Z');
const evening: Partial<EntryRecord> = { playRule: 'schedule', startTime: '18:00:00', endTime: '20:00:00' };
let slowest = 0;

function judged(lists: readonly EditionPlaylist[]) {
  const input = scheduleInput(edition(lists));
  const evaluation = evaluate({ ...input, at });
  const took = cpuMs(() => {
    evaluate({ ...input, edition: { ...input.edition }, at });
    buildProgramme({ ...input, from: at, horizonMs: 86_400_000, inStep: false });
    buildProgramme({ ...input, from: at, horizonMs: 86_400_000, inStep: true });
  });
  slowest = Math.max(slowest, took);
  const reasons = evaluation.excluded.map(({ path, reason }) => `${path.join('>')} ${reason}`);
  return { cues: evaluation.cues.map(({ path }) => path.join('>')), reasons, next: evaluation.nextChangeAt };
}

/** Playlists `0` … `levels - 1`, each with the next one `width` times, and the last one with `leaf`. */
function pyramid(levels: number, width: number, leaf: Partial<EntryRecord> = {}): EditionPlaylist[] {
  return Array.from({ length: levels }, (_, level) =>
    playlist(
      String(level),
      level === levels - 1
        ? [entry('leaf', leaf)]
        : Array.from({ length: width }, (_, n) =>
            entry(`${n}`, { index: n, nestedPlaylistId: String(level + 1) }),
          ),
    ),
  );
}

test('row 43 · cycles are cut where a playlist repeats, and the rest plays', () => {
  const nested = (id: string, to: string): EntryRecord => entry(id, { index: 9, nestedPlaylistId: to });
  const { cues, reasons } = judged([
    playlist('a', [entry('1'), nested('2', 'b')]),
    playlist('b', [entry('3'), nested('4', 'c')]),
    playlist('c', [entry('5'), nested('6', 'a'), nested('7', 'b'), nested('8', 'c')]),
  ]);
  expect(cues).toEqual(['1', '2>3', '2>4>5']);
  expect(reasons).toEqual(['2>4>6 nested-cycle', '2>4>7 nested-cycle', '2>4>8 nested-cycle']);
});

test('row 43 · everything nested in everything is capped', () => {
  const names = Array.from({ length: 20 }, (_, index) => `list ${index}`);
  const lists = names.map((name) =>
    playlist(name, [
      entry(`${name} picture`),
      ...names.map((to, index) => entry(`${name} ${to}`, { index: index + 1, nestedPlaylistId: to })),
    ]),
  );
  const { cues, reasons } = judged(lists);
  expect(cues.length).toBeGreaterThan(20);
  expect(cues.length).toBeLessThan(60_000);
  expect(reasons.some((line) => line.endsWith(' nested-too-large'))).toBe(true);
  // The same when nothing in it plays until the evening: then that is the next change.
  const dark = lists.map((list) => ({
    ...list,
    entries: list.entries.map((each) => (each.mediaFileId === null ? each : { ...each, ...evening })),
  }));
  expect(judged(dark).cues).toEqual([]);
});

test('row 43 · fifty levels: sixteen play, the rest is reported', () => {
  const lists = pyramid(50, 1).map((list) => ({
    ...list,
    entries: [entry(`picture ${list.id}`, { index: -1 }), ...list.entries],
  }));
  const { cues, reasons } = judged(lists);
  expect(cues).toHaveLength(17);
  expect(reasons).toEqual([`${Array.from({ length: 17 }, () => '0').join('>')} nested-too-large`]);
  // A hundred thousand levels do not overflow the call stack.
  expect(judged(pyramid(100_000, 1)).reasons).toEqual(['0 nested-too-large']);
});

test('row 43 · exponential nesting costs no more than what plays of it', () => {
  const { cues, reasons } = judged(pyramid(16, 10));
  // Only whole passes: five of ten thousand fit into fifty thousand.
  expect(cues).toHaveLength(50_000);
  expect(reasons.filter((line) => line.endsWith(' nested-too-large')).length).toBeGreaterThan(5);

  const dark = judged(pyramid(16, 10, evening));
  expect(dark.cues).toEqual([]);
  expect(new Set(dark.reasons.map((line) => line.split(' ')[1]))).toEqual(new Set(['nested-empty']));
  expect(dark.next).toBe(Date.parse('2026-05-01T18:00:00Z'));
});

test('row 43 · a few cues among many exclusions are limited by the length of the list', () => {
  const bottom = playlist('3', [
    entry('leaf'),
    ...Array.from({ length: 1000 }, (_, n) => entry(`x${n}`, { playRule: 'never' })),
  ]);
  const { cues, reasons } = judged([...pyramid(4, 30).slice(0, 3), bottom]);
  expect(cues.length).toBeGreaterThan(0);
  expect(cues.length + reasons.length).toBeLessThan(250_000);
});

test('row 43 · a long playlist that is empty may be nested a thousand times', () => {
  const wide = pyramid(4, 40, evening);
  const top = Array.from({ length: 1000 }, (_, n) => entry(`top ${n}`, { index: n, nestedPlaylistId: '1' }));
  const { cues, reasons, next } = judged([playlist('0', top), ...wide.slice(1)]);
  expect(cues).toEqual([]);
  expect(reasons).toHaveLength(1000);
  expect(next).toBe(Date.parse('2026-05-01T18:00:00Z'));
});

test('row 43 · every case is quick', () => {
  console.log(`schedule: slowest of the nested horrors ${slowest.toFixed(0)} ms of processor time`);
  expect(slowest).toBeLessThan(5000);
  reportRow(43, {
    note: `cut, capped and reported; slowest evaluation with both programmes ${slowest.toFixed(0)} ms`,
  });
});

test('row 43 · control: without a limit all levels are walked until the call stack overflows', async () => {
  const { evaluate } = await loadedWith(
    { 'edition/nesting.ts': () => ({ mayNest: () => true }) },
    () => import('../../src/main/schedule/evaluate.ts'),
  );
  const played = (levels: number) => evaluate({ ...scheduleInput(edition(pyramid(levels, 1))), at }).cues;
  expect(played(50)).toHaveLength(1);
  expect(() => played(10_000)).toThrow(RangeError);
  reportRow(43, { negativeControl: true });
});
