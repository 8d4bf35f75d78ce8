import { once } from 'node:events';
import { expect, it } from 'vitest';
import { beginEarly, type Thread, takeThread } from '../../src/main/engine/early-thread.ts';

const script = new URL('./support/early-engine.ts', import.meta.url);

async function firstWord({ channel, worker }: Thread): Promise<unknown> {
  const word = await new Promise((resolve) => channel.on('message', resolve));
  await worker.terminate();
  return word;
}

it('hands over a thread that was begun early, once, with what it has said since', async () => {
  beginEarly('one', script);
  const first = takeThread('one', script);
  // By then it has spoken, and nobody has listened.
  await once(first.worker, 'message');
  const second = takeThread('one', script);
  expect(second.worker).not.toBe(first.worker);
  expect([await firstWord(first), await firstWord(second)]).toEqual(['one', 'one']);
});

it('begins another thread where the early one is for another folder', async () => {
  beginEarly('one', script);
  expect(await firstWord(takeThread('other', script))).toBe('other');
});

it('hands over no thread that has ended', async () => {
  const ended = Promise.withResolvers<void>();
  process.once('worker', (worker) => worker.once('exit', () => ended.resolve()));
  beginEarly('none', script);
  await ended.promise;
  const late = takeThread('none', script);
  // One that has ended has no number any more.
  expect(late.worker.threadId).toBeGreaterThan(0);
  await late.worker.terminate();
});
