import { expect, test } from 'vitest';
import { Rounds } from '../../src/main/operator/rounds.ts';
import { ManualClock } from '../support/manual-clock.ts';

test('an empty fleet is complete after two echoed messages', async () => {
  const clock = new ManualClock();
  const rounds = new Rounds('own', clock);
  const settled = rounds.settled(async (message) => void rounds.heard(message));
  await clock.advance(100);
  await settled;
  expect([clock.monotonic(), clock.waits]).toEqual([100, []]);
});
