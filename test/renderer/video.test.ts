import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { becomeSlow } from '../../src/renderer/pace.ts';
import type { SlotNeeds } from '../../src/renderer/slots/slot.ts';
import { VideoSlot } from '../../src/renderer/slots/video.ts';
import { defaultScreenSettings } from '../../src/shared/programme.ts';
import { enterDocument, type FakeMedia, leaveDocument, pass } from './fake-document.ts';
import { cue, video } from './programmes.ts';
import { fateOf, slotNeeds } from './slot-needs.ts';

beforeEach(enterDocument);
afterEach(leaveDocument);

const clip = cue('clip', video('media/clip.mp4'), 10_000, { toOwnEnd: true });

function made(more: Partial<SlotNeeds> = {}): {
  media: FakeMedia;
  slot: VideoSlot;
  reported: readonly string[];
} {
  const { media, reported, ...needs } = slotNeeds(clip, more);
  return { media, reported, slot: new VideoSlot(needs, 'media/clip.mp4') };
}

describe('loading', () => {
  test('ends when the video can play on and the first frame is there', async () => {
    const { media, slot } = made();
    const load = fateOf(slot.load());
    expect(media).toMatchObject({ src: 'media/clip.mp4', loads: 1 });
    media.oncanplaythrough?.();
    await pass(10);
    expect(load.is).toBe('waiting');
    media.present();
    await pass(0);
    expect(load.is).toBe('done');
  });

  test('fails after 5 s', async () => {
    const { slot } = made();
    const load = fateOf(slot.load());
    await pass(4_999);
    expect(load.is).toBe('waiting');
    await pass(1);
    expect(load.is).toBe('timeout: loading the video took over 5 s');
  });

  test('gets more time on a slow machine', async () => {
    becomeSlow(3);
    const { slot } = made();
    const load = fateOf(slot.load());
    becomeSlow(1);
    await pass(14_999);
    expect(load.is).toBe('waiting');
    await pass(1);
    expect(load.is).toBe('timeout: loading the video took over 15 s');
  });

  test('refuses a file without a picture as soon as that is known', async () => {
    const { media, slot } = made();
    const load = fateOf(slot.load());
    media.videoWidth = 0;
    media.onloadedmetadata?.();
    await pass(0);
    expect(load.is).toMatch(/^unsupported: there is no picture/);
  });

  test('seeks to the middle when it joins others', () => {
    const { media, slot } = made({ elapsedMs: 3_000 });
    void fateOf(slot.load());
    media.onloadedmetadata?.();
    expect(media.currentTime).toBe(3);
  });

  test('fails with the error of its own element', async () => {
    const { media, slot } = made();
    const load = fateOf(slot.load());
    media.error = { code: 4, message: 'no demuxer' };
    media.dispatch('error');
    await pass(0);
    expect(load.is).toMatch(/^unsupported/);
    const released = made();
    const other = fateOf(released.slot.load());
    released.slot.release();
    released.media.dispatch('error');
    await pass(0);
    expect(other.is).toBe('waiting');
  });
});

describe('covering', () => {
  test('is certain after four frames', async () => {
    const { media, slot } = made();
    const presented = fateOf(slot.presented());
    for (let frame = 0; frame < 3; frame += 1) {
      media.present();
      await pass(16);
    }
    expect(presented.is).toBe('waiting');
    media.present();
    await pass(0);
    expect(presented.is).toBe('done');
  });

  test('is assumed after 1.5 s without a frame', async () => {
    const presented = fateOf(made().slot.presented());
    await pass(1_499);
    expect(presented.is).toBe('waiting');
    await pass(1);
    expect(presented.is).toBe('done');
  });

  test('is not awaited after release', async () => {
    const { media, slot } = made();
    const presented = fateOf(slot.presented());
    slot.release();
    media.present();
    await pass(0);
    expect(presented.is).toBe('done');
  });
});

describe('in step, when its turn has begun', () => {
  test('the video waits at the position due in 150 ms, and is raised then', async () => {
    const { media, slot } = made();
    await pass(2_000);
    const joined = slot.join(0);
    const work = fateOf(joined);
    expect(media.currentTime).toBeCloseTo(2.15, 5);
    media.dispatch('seeked');
    media.present();
    await pass(150 - slot.leadMs - 1);
    expect(work.is).toBe('waiting');
    await pass(1);
    expect(work.is).toBe('done');
    expect(await joined).toBe(2_150);
  });

  test('a slow jump is repeated, further ahead each time', async () => {
    const { media, slot } = made();
    await pass(2_000);
    const joined = slot.join(0);
    const jumps = [];
    for (let jump = 0; jump < 3; jump += 1) {
      jumps.push(media.currentTime);
      await pass(400);
      media.dispatch('seeked');
      media.present();
      await pass(0);
    }
    await pass(1_000);
    expect(await joined).toBe(2_800 + 600);
  });

  test('a jump is not repeated beyond a second, nor awaited', async () => {
    const { media, slot } = made();
    await pass(2_000);
    const joined = slot.join(0);
    const work = fateOf(joined);
    // No frame ever comes: each jump is given up after a second.
    const jumps = [media.currentTime];
    while (work.is === 'waiting') {
      await pass(100);
      if (jumps.at(-1) !== media.currentTime) jumps.push(media.currentTime);
    }
    expect(jumps.map((seconds) => Math.round(seconds * 1_000))).toEqual([2_150, 3_300, 4_600, 6_200]);
    expect(await joined).toBe(6_200);
  });

  test('a jump is not repeated after release', async () => {
    const { media, slot } = made();
    const work = fateOf(slot.join(0));
    slot.release();
    media.currentTime = 0;
    await pass(1_001);
    expect([work.is, media.currentTime]).toEqual(['done', 0]);
  });
});

test('wake makes the browser draw the video', () => {
  const { media, slot } = made();
  slot.wake();
  expect(media.waitsForFrame).toBe(true);
});

test('start plays the video', async () => {
  const { media, slot, reported } = made();
  slot.start();
  await pass(0);
  expect(media.paused).toBe(false);
  await pass(3_000);
  expect(reported).toEqual(['stalled: no progress']);
});

describe('the extent in the layer', () => {
  const blue = { ...defaultScreenSettings, background: 'blue' };

  test('is all of it, or as large as fits with bars around it', async () => {
    const { media, slot } = made();
    slot.adjust({ ...blue, fit: 'cover' });
    expect(media.style).toMatchObject({ objectFit: 'cover', width: '100%', height: '100%' });
    expect(slot.background({ ...blue, fit: 'cover' })).toBe('transparent');
    media.videoWidth = 1_000;
    media.videoHeight = 500;
    slot.adjust({ ...blue, fit: 'contain', volume: 0.2 });
    expect(media.volume).toBe(0.2);
    expect(media.style).toMatchObject({
      objectFit: 'fill',
      width: 'min(100cqw, 100cqh * 2)',
      height: 'min(100cqh, 100cqw / 2)',
    });
    const bars = slot.background({ ...blue, fit: 'contain' });
    expect(bars.match(/linear-gradient\(blue, blue\) (left|right) top \/ calc/g)).toHaveLength(2);
    expect(bars.match(/left (top|bottom) \/ 100% calc/g)).toHaveLength(2);
  });
});
