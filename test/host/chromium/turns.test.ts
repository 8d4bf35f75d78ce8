import { expect, test } from 'vitest';
import { Turns } from '../../../src/main/host/chromium/turns.ts';
import { ManualClock } from '../../show/manual-clock.ts';

test('one begins when the one before it has ended, well or not', async () => {
  const clock = new ManualClock();
  const turns = new Turns(clock, 5_000);
  const first = Promise.withResolvers<number>();
  const begun: string[] = [];
  const one = turns.take(() => {
    begun.push('one');
    return first.promise;
  });
  const other = turns.take(async () => {
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
  const turns = new Turns(clock, 5_000);
  void turns.take(() => new Promise(() => undefined));
  let ended = false;
  void turns.take(async () => {
    ended = true;
  });
  await clock.advance(4_900);
  expect(ended).toBe(false);
  await clock.advance(200);
  expect(ended).toBe(true);
});
