import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../src/main/clock.ts';
import { Harvest } from '../../src/main/sync/harvest.ts';

/** Nothing gets ripe by waiting. */
const clock: Clock = { ...systemClock, after: () => () => undefined };

test('towards the end groups get smaller, so that the last flush of all is a short one', async () => {
  const harvest = new Harvest(clock);
  const groups: number[] = [];
  let group = 0;
  const all: Promise<void>[] = [];
  for (let left = 99; left >= 0; left--) {
    const ripe = harvest.ripe(1000).then(() => void group++);
    all.push(ripe);
    harvest.left(left);
    await Promise.resolve();
    await Promise.resolve();
    if (group > 0) groups.push(group);
    group = 0;
  }
  await Promise.all(all);
  expect(groups).toEqual([75, 19, 5, 1]);
});

test('who has nothing to play waits for nobody', async () => {
  const harvest = new Harvest(clock);
  const ripe = harvest.ripe(1000);
  harvest.left(0);
  await ripe;
});
