import { beforeEach, expect, test } from 'vitest';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import type { HandedOver } from '../../src/main/show/hand-over.ts';
import { MemoryWatch, memoryBudget } from '../../src/main/show/memory-watch.ts';
import { ManualClock } from '../support/manual-clock.ts';

const minute = 60_000;
const mebibyte = 2 ** 20;

let clock: ManualClock;
let lines: LogLine[];
let held: number | null;
let fresh: number;
let outcome: HandedOver;
let replaced: number[];
let measured: number;
/** How long measuring and replacing take. */
let answer: Promise<unknown>;
let replaces: Promise<unknown>;
let watch: MemoryWatch;

beforeEach(() => {
  clock = new ManualClock();
  lines = [];
  held = 100 * mebibyte;
  fresh = 50 * mebibyte;
  outcome = 'done';
  replaced = [];
  measured = 0;
  answer = Promise.resolve();
  replaces = Promise.resolve();
  watch = new MemoryWatch({
    screenId: '1',
    clock,
    log: createLog((line) => line.level !== 'debug' && lines.push(line)),
    rule: { budgetBytes: 512 * mebibyte },
    measure: async () => {
      measured++;
      await answer;
      if (held === null) throw new Error('memory is unknown');
      return held;
    },
    replace: async () => {
      replaced.push(clock.monotonic() / minute);
      await replaces;
      if (outcome === 'done') held = fresh;
      return outcome;
    },
  });
});

test('a renderer within its budget is kept, and its memory is known', async () => {
  await clock.advance(90 * minute);
  expect(replaced).toEqual([]);
  expect(watch.bytes).toBe(100 * mebibyte);
  expect(watch.recycles).toBe(0);
  expect(lines).toEqual([]);
});

test('a renderer at exactly its budget is kept', async () => {
  held = 512 * mebibyte;
  await clock.advance(10 * minute);
  expect(replaced).toEqual([]);
});

test('nothing is measured during a replacement', async () => {
  held = 600 * mebibyte;
  const replacing = Promise.withResolvers<void>();
  replaces = replacing.promise;
  await clock.advance(11 * minute);
  expect(measured).toBe(1);
  replacing.resolve();
  await clock.advance(minute);
  expect(measured).toBe(2);
});

test('a renderer over its budget is replaced, and again when it has grown again', async () => {
  held = 600 * mebibyte;
  await clock.advance(1 * minute);
  expect(watch.recycles).toBe(1);
  await clock.advance(5 * minute);
  held = 600 * mebibyte;
  await clock.advance(1 * minute);
  expect(replaced).toEqual([1, 7]);
  expect(lines.map(({ level }) => level)).toEqual(['info', 'info']);
});

test('a fresh renderer over the budget is kept for an hour, with one warning', async () => {
  held = 600 * mebibyte;
  fresh = 700 * mebibyte;
  await clock.advance(130 * minute);
  expect(replaced).toEqual([1, 62, 123]);
  const warnings = lines.filter(({ level }) => level === 'warn');
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.fields).toMatchObject({ screen: '1', mebibytes: 700, budget: 512 });
});

test('a renderer that cannot be replaced is kept for an hour', async () => {
  held = 600 * mebibyte;
  outcome = 'failed';
  await clock.advance(60 * minute);
  expect(replaced).toEqual([1]);
  await clock.advance(minute);
  expect(replaced).toEqual([1, 61]);
  expect(watch.recycles).toBe(0);
});

test('an interrupted replacement is tried again after the next measurement', async () => {
  held = 600 * mebibyte;
  outcome = 'interrupted';
  await clock.advance(3 * minute);
  expect(replaced).toEqual([1, 2, 3]);
  expect(lines).toEqual([]);
});

test('a failed measurement makes the memory unknown and warns of nothing', async () => {
  held = null;
  await clock.advance(3 * minute);
  expect(watch.bytes).toBeNull();
  held = 100 * mebibyte;
  await clock.advance(minute);
  expect(watch.bytes).toBe(100 * mebibyte);
});

test('a measurement that ends after the stop changes nothing', async () => {
  held = 600 * mebibyte;
  const telling = Promise.withResolvers<void>();
  answer = telling.promise;
  await clock.advance(minute);
  watch.stop();
  telling.resolve();
  await clock.advance(10 * minute);
  expect(replaced).toEqual([]);
  expect(measured).toBe(1);
});

test('nothing is measured after the stop', async () => {
  watch.stop();
  held = 600 * mebibyte;
  await clock.advance(10 * minute);
  expect(replaced).toEqual([]);
});

test.each([
  [null, 1_024, 512],
  [null, 4_096, 1_024],
  [null, 24_576, 1_536],
  [200, 4_096, 200],
])('configured %s MiB on a machine with %s MiB: a budget of %s MiB', (configured, machine, budget) => {
  expect(memoryBudget(configured, machine * mebibyte)).toBe(budget * mebibyte);
});
