import { expect, test } from 'vitest';
import { Rounds } from '../../src/main/operator/rounds.ts';
import { ManualClock } from '../support/manual-clock.ts';

test('where there is nobody, nobody is waited for: two messages of our own come back, one after the other', async () => {
  const clock = new ManualClock();
  const rounds = new Rounds('own', clock);
  const settled = rounds.settled(async (message) => void rounds.heard(message));
  await clock.advance(100);
  await settled;
  expect([clock.monotonic(), clock.waits]).toEqual([100, []]);
});
