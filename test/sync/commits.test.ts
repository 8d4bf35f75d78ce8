import { expect, test } from 'vitest';
import type { Downloaded } from '../../src/main/download/download.ts';
import type { FinishedPart } from '../../src/main/download/ports.ts';
import { CommitGroups } from '../../src/main/sync/commits.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** Counts how many downloads are stored together. Its clock stands still unless the test moves it. */
function counted() {
  const clock = new ManualClock();
  let size = 0;
  let sidecars = 0;
  const commits = new CommitGroups({ put: async () => void size++ }, clock);
  const forgetSidecar = async (): Promise<void> => {
    sidecars++;
  };
  return {
    clock,
    commits,
    finish: (bytes = 1000): Promise<void> => commits.add({ ...downloadOf(bytes), forgetSidecar }, ['1']),
    group: async (): Promise<number> => {
      await new Promise((resolve) => setImmediate(resolve));
      const counted = size;
      size = 0;
      return counted;
    },
    sidecars: () => sidecars,
  };
}

function downloadOf(bytes: number): Downloaded {
  const finished = { bytes } as FinishedPart;
  return {
    finished,
    transferred: bytes,
    forgetSidecar: async () => undefined,
    discard: async () => undefined,
  };
}

test('groups shrink towards the end, so that the last flush is short', async () => {
  const { commits, finish, group } = counted();
  const groups: number[] = [];
  const all: Promise<void>[] = [];
  for (let left = 99; left >= 0; left--) {
    all.push(finish());
    commits.left(left);
    groups.push(await group());
  }
  await Promise.all(all);
  expect(groups.filter((size) => size > 0)).toEqual([75, 19, 5, 1]);
});

test('the first download is stored at once while nothing plays, and the next one waits for its group', async () => {
  const { commits, finish, group } = counted();
  commits.isHurried = true;
  void finish();
  commits.left(100);
  expect(await group()).toBe(1);
  const second = finish();
  commits.left(100);
  expect(await group()).toBe(0);
  commits.release();
  await second;
});

test('a group is stored when it is large in number or bytes, or old enough', async () => {
  const { clock, finish, group, sidecars } = counted();
  for (let count = 1; count < 512; count++) void finish();
  expect(await group()).toBe(0);
  void finish();
  expect(await group()).toBe(512);
  void finish(32 * 2 ** 20);
  clock.pass(499);
  expect(await group()).toBe(0);
  void finish(32 * 2 ** 20);
  expect(await group()).toBe(2);
  expect(clock.waits).toEqual([]);
  void finish();
  clock.pass(300);
  void finish();
  clock.pass(199);
  expect(await group()).toBe(0);
  clock.pass(1);
  expect(await group()).toBe(2);
  expect(sidecars()).toBe(516);
});

test('further downloads wait for a slow disk', async () => {
  const written = Promise.withResolvers<void>();
  const commits = new CommitGroups({ put: () => written.promise }, new ManualClock());
  for (let count = 0; count < 1024; count++) void commits.add(downloadOf(1000), ['1']);
  await commits.keptUp();
  void commits.add(downloadOf(1000), ['1']);
  let mayBegin = false;
  const waiting = commits.keptUp().then(() => {
    mayBegin = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([mayBegin, commits.isIdle]).toEqual([false, false]);
  written.resolve();
  commits.release();
  await waiting;
  await expect.poll(() => commits.isIdle).toBe(true);
});
