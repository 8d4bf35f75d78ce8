import { expect, test } from 'vitest';
import { FirstVisit } from '../../src/main/engine/first-visit.ts';
import { ManualClock } from '../support/manual-clock.ts';

function visits() {
  const clock = new ManualClock();
  const at: number[] = [];
  const since = clock.monotonic();
  const visit = new FirstVisit(clock, () => at.push(clock.monotonic() - since));
  return { clock, at, visit };
}

test('without a show the first visit is immediate', () => {
  const { at, visit } = visits();
  visit.plan(false);
  expect(at).toEqual([0]);
});

test('the first item starts the visit, and later items do not delay it', () => {
  const { clock, at, visit } = visits();
  visit.plan(true);
  clock.pass(800);
  visit.shown();
  clock.pass(1_000);
  visit.shown();
  clock.pass(10_000);
  expect(at).toEqual([1_300]);
});

test('a show that never appears delays the visit for a limited time', () => {
  const { clock, at, visit } = visits();
  visit.plan(true);
  clock.pass(60_000);
  expect(at).toEqual([4_000]);
});

test('a player that stops makes no visit', () => {
  const { clock, at, visit } = visits();
  visit.plan(true);
  visit.stop();
  visit.shown();
  clock.pass(60_000);
  expect(at).toEqual([]);
});
