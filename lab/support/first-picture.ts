// Measures the time until a display shows a picture.
import { setTimeout as wait } from 'node:timers/promises';
import type { Frame, TestDisplay } from '../../test/e2e/support/display.ts';

export interface Started {
  stop(): Promise<unknown>;
}

export type Shows = (frame: Frame) => boolean;

/** Milliseconds until the display shows the picture. */
export async function untilShown(display: TestDisplay, start: () => Started, shows: Shows): Promise<number> {
  const recording = await display.record(60);
  const since = performance.now();
  const started = start();
  try {
    for (;;) {
      const seen = recording.frames.find(({ at, frame }) => at >= since && shows(frame));
      if (seen) return seen.at - since;
      if (performance.now() - since > 30_000) throw new Error('The picture did not appear within 30 s.');
      await wait(4);
    }
  } finally {
    await recording.stop();
    await started.stop();
  }
}

/** The final picture of the display, taken from a start; never a single colour. */
export async function learnPicture(display: TestDisplay, start: () => Started): Promise<Shows> {
  const started = start();
  const since = performance.now();
  const look = async (): Promise<Frame['rgb']> => (await display.grab()).rgb;
  let wanted = await look();
  while (Math.max(...wanted) - Math.min(...wanted) < 100) {
    if (performance.now() - since > 30_000) throw new Error('The picture did not appear at all.');
    await wait(200);
    wanted = await look();
  }
  // The first picture may have been another one.
  await wait(4000);
  wanted = await look();
  await started.stop();
  return ({ rgb }) =>
    rgb.reduce((sum, value, index) => sum + Math.abs(value - (wanted[index] ?? 0)), 0) / rgb.length < 12;
}
