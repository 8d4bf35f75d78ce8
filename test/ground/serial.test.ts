import { expect, test } from 'vitest';
import { inTime } from '../../src/main/ground/in-time.ts';
import { Once } from '../../src/main/ground/once.ts';
import { Serial } from '../../src/main/ground/serial.ts';
import { SharedRun } from '../../src/main/ground/shared-run.ts';
import { ManualClock } from '../support/manual-clock.ts';

test('a task begins when the previous one has ended, successfully or not', async () => {
  const clock = new ManualClock();
  const queue = new Serial();
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

test('a task that throws synchronously does not end the queue', async () => {
  const queue = new Serial();
  const thrown = queue.run(() => {
    throw new Error('at once');
  });
  await expect(thrown).rejects.toThrow('at once');
  expect(await queue.run(async () => 7)).toBe(7);
  await queue.idle();
});

test('a task that never ends delays the next one only up to its limit', async () => {
  const clock = new ManualClock();
  const queue = new Serial((work) => inTime(clock, 5_000, work, () => new Error('late')));
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

test('a value is made once, and again only after a failure', async () => {
  let tries = 0;
  const value = new Once(async () => {
    if (++tries === 1) throw new Error('no descriptors');
    return tries;
  });
  await expect(Promise.all([value.get(), value.get()])).rejects.toThrow('no descriptors');
  expect([await value.get(), await value.get(), tries]).toEqual([2, 2, 2]);
});

test('concurrent callers share one run, and a failed run can be repeated', async () => {
  const run = new SharedRun<number>();
  const first = Promise.withResolvers<number>();
  let runs = 0;
  const act = (): Promise<number> => (++runs === 1 ? first.promise : Promise.resolve(runs));
  const both = [run.of(act), run.of(act)];
  first.reject(new Error('refused'));
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(run.running).toBeNull();
  expect([await run.of(act), runs]).toEqual([2, 2]);
});
