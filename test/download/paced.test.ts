import { expect, test } from 'vitest';
import { Paced } from '../../src/main/download/paced.ts';
import { ManualClock } from '../support/manual-clock.ts';

function paced() {
  const clock = new ManualClock();
  const reports: number[] = [];
  return { clock, reports, changes: new Paced(clock, 1000, () => reports.push(clock.monotonic())) };
}

test('the first change is reported at once, later ones together, and the last one always', () => {
  const { clock, reports, changes } = paced();
  changes.notify();
  changes.notify();
  clock.pass(300);
  changes.notify();
  clock.pass(10_000);
  expect(reports).toEqual([0, 1000]);
  changes.notify();
  clock.pass(999);
  changes.notify();
  clock.pass(1001);
  expect(reports).toEqual([0, 1000, 10_300, 11_300]);
});

test('the end reports a pending change once, and nothing follows', () => {
  const { clock, reports, changes } = paced();
  changes.notify();
  changes.end();
  expect(reports).toHaveLength(1);
  expect(clock.waits).toEqual([]);
  const other = paced();
  other.changes.notify();
  other.changes.notify();
  other.changes.end();
  other.changes.end();
  expect(other.reports).toHaveLength(2);
  other.clock.pass(10_000);
  clock.pass(10_000);
  expect([reports.length, other.reports.length]).toEqual([1, 2]);
});

test('a listener that throws gets the next change', () => {
  const clock = new ManualClock();
  let calls = 0;
  const changes = new Paced(clock, 1000, () => {
    if (++calls === 1) throw new Error('not now');
  });
  expect(() => changes.notify()).toThrow('not now');
  changes.notify();
  clock.pass(1000);
  expect(calls).toBe(2);
});
