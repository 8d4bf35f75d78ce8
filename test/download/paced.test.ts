import { expect, test } from 'vitest';
import { Paced } from '../../src/main/download/paced.ts';
import { ManualClock } from '../support/manual-clock.ts';

function paced() {
  const clock = new ManualClock();
  const told: number[] = [];
  return { clock, told, changes: new Paced(clock, 1000, () => told.push(clock.monotonic())) };
}

test('the first change is told at once, the ones after it together, and the last one always', () => {
  const { clock, told, changes } = paced();
  changes.ask();
  changes.ask();
  clock.pass(300);
  changes.ask();
  clock.pass(10_000);
  expect(told).toEqual([0, 1000]);
  changes.ask();
  clock.pass(999);
  changes.ask();
  clock.pass(1001);
  expect(told).toEqual([0, 1000, 10_300, 11_300]);
});

test('at the end what was still to be told is told, once, and nothing after that', () => {
  const { clock, told, changes } = paced();
  changes.ask();
  changes.end();
  expect(told).toHaveLength(1);
  expect(clock.waits).toEqual([]);
  const other = paced();
  other.changes.ask();
  other.changes.ask();
  other.changes.end();
  other.changes.end();
  expect(other.told).toHaveLength(2);
  other.clock.pass(10_000);
  clock.pass(10_000);
  expect([told.length, other.told.length]).toEqual([1, 2]);
});

test('a listener that throws hears the next change', () => {
  const clock = new ManualClock();
  let calls = 0;
  const changes = new Paced(clock, 1000, () => {
    if (++calls === 1) throw new Error('not now');
  });
  expect(() => changes.ask()).toThrow('not now');
  changes.ask();
  clock.pass(1000);
  expect(calls).toBe(2);
});
