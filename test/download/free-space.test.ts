import { expect, test } from 'vitest';
import { FreeSpace } from '../../src/main/download/free-space.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** A store with this many free bytes that records its requests. */
function storeOf(free: number) {
  const requested: number[] = [];
  const makeSpace = async (bytes: number): Promise<boolean> => {
    requested.push(bytes);
    return bytes <= free;
  };
  const clock = new ManualClock();
  clock.pass(3_600_000);
  return { space: new FreeSpace({ makeSpace }, clock), requested, clock };
}

test('the store makes space once for an edition, and again for bytes beyond it', async () => {
  const { space, requested } = storeOf(1000);
  await space.setAside(600);
  expect([await space.take(400), await space.take(200), await space.take(0)]).toEqual([true, true, true]);
  expect(requested).toEqual([600]);
  expect([await space.take(1), await space.take(1001)]).toEqual([true, false]);
  expect(requested).toEqual([600, 1, 1001]);
});

test('the store makes space for each file when the whole does not fit', async () => {
  const { space, requested } = storeOf(1000);
  await space.setAside(5000);
  expect([await space.take(900), await space.take(1100)]).toEqual([true, false]);
  expect(requested).toEqual([5000, 900, 1100]);
});

test('an edition without missing bytes reserves nothing', async () => {
  const { space, requested } = storeOf(1000);
  await space.setAside(0);
  expect(requested).toEqual([]);
});

test('a reservation expires after ten minutes', async () => {
  const { space, requested, clock } = storeOf(1000);
  await space.setAside(600);
  clock.pass(10 * 60_000 - 1);
  await space.take(100);
  expect(requested).toHaveLength(1);
  clock.pass(1);
  await space.take(100);
  expect(requested).toHaveLength(2);
});
