import { afterEach, beforeEach, expect, test } from 'vitest';
import { measureStart, startDelayMs } from '../../src/renderer/slots/start-delay.ts';
import { enterDocument, FakeMedia, leaveDocument, pass } from './fake-document.ts';

beforeEach(enterDocument);
afterEach(leaveDocument);

/** A video whose media clock begins to run so long after `play()`. */
async function startTook(ms: number): Promise<void> {
  const media = new FakeMedia('video');
  media.currentTime = 2;
  measureStart(media as unknown as HTMLVideoElement);
  // The first frame that is seen is one a quarter of a second into the video.
  await pass(ms + 250);
  media.present(2.25);
}

test('the start delay is a guess at first, then the lower quartile of eight measurements less 15 ms', async () => {
  expect(startDelayMs()).toBe(25);
  for (const ms of [100, 60, 80]) await startTook(ms);
  expect(startDelayMs()).toBe(60 - 15);
  for (const ms of [90, 110, 120, 130]) await startTook(ms);
  expect(startDelayMs()).toBe(80 - 15);
  // The ninth drops the guess.
  await startTook(140);
  expect(startDelayMs()).toBe(90 - 15);
});

test('measurements of half a second and longer, or of zero, are ignored', async () => {
  const before = startDelayMs();
  for (let times = 0; times < 8; times += 1) {
    await startTook(500);
    await startTook(0);
  }
  expect(startDelayMs()).toBe(before);
  for (let times = 0; times < 8; times += 1) await startTook(499);
  expect(startDelayMs()).toBe(499 - 15);
});
