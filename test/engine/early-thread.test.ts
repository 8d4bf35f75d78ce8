import { once } from 'node:events';
import { expect, it } from 'vitest';
import { beginEarly, type Thread, takeThread } from '../../src/main/engine/early-thread.ts';

const script = new URL('./support/early-engine.ts', import.meta.url);

async function firstWord({ channel, worker }: Thread): Promise<unknown> {
  const word = await new Promise((resolve) => channel.on('message', resolve));
  await worker.terminate();
  return word;
}

it('hands over an early thread once, with the messages it has sent', async () => {
  beginEarly('one', script);
  const first = takeThread('one', script);
  // By then it has sent a message, with no listener.
  await once(first.worker, 'message');
  const second = takeThread('one', script);
  expect(second.worker).not.toBe(first.worker);
  expect([await firstWord(first), await firstWord(second)]).toEqual(['one', 'one']);
});

it('starts another thread if the early one is for another folder', async () => {
  beginEarly('one', script);
  expect(await firstWord(takeThread('other', script))).toBe('other');
});

it('never hands over a thread that has ended', async () => {
  const ended = Promise.withResolvers<void>();
  process.once('worker', (worker) => worker.once('exit', () => ended.resolve()));
  beginEarly('none', script);
  await ended.promise;
  const late = takeThread('none', script);
  // An ended thread has the id -1.
  expect(late.worker.threadId).toBeGreaterThan(0);
  await late.worker.terminate();
});
