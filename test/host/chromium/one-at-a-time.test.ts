import { expect, test } from 'vitest';
import { OneAtATime } from '../../../src/main/host/chromium/one-at-a-time.ts';
import { ManualClock } from '../../support/manual-clock.ts';

test('one begins when the one before it has ended, well or not', async () => {
  const clock = new ManualClock();
  const queue = new OneAtATime(clock, () => 5_000);
  const first = Promise.withResolvers<number>();
  const begun: string[] = [];
  const one = queue.run(() => {
    begun.push('one');
    return first.promise;
  });
  const other = queue.run(async () => {
    begun.push('other');
    return 7;
  });
  await clock.advance(1_000);
  expect(begun).toEqual(['one']);
  first.reject(new Error('refused'));
  await expect(one).rejects.toThrow('refused');
  expect(await other).toBe(7);
});

test('one that never ends keeps the next one waiting for five seconds', async () => {
  const clock = new ManualClock();
  const queue = new OneAtATime(clock, () => 5_000);
  void queue.run(() => new Promise(() => undefined));
  let ended = false;
  void queue.run(async () => {
    ended = true;
  });
  await clock.advance(4_900);
  expect(ended).toBe(false);
  await clock.advance(200);
  expect(ended).toBe(true);
});
