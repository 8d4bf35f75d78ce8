import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { becomeSlow } from '../../src/renderer/pace.ts';
import { Playback } from '../../src/renderer/slots/playback.ts';
import { defaultScreenSettings } from '../../src/shared/programme.ts';
import { enterDocument, type FakeMedia, leaveDocument, pass } from './fake-document.ts';
import { cue, video } from './programmes.ts';
import { slotNeeds } from './slot-needs.ts';

beforeEach(enterDocument);
afterEach(leaveDocument);

interface Made {
  readonly media: FakeMedia;
  readonly playback: Playback;
  readonly reported: readonly string[];
}

function made(
  more: { readonly circles?: boolean; readonly sound?: boolean; readonly elapsedMs?: number } = {},
): Made {
  const { circles = false, sound = false, elapsedMs = 0 } = more;
  const needs = slotNeeds(cue('clip', video('clip.mp4'), 10_000, { toOwnEnd: !circles, sound }), {
    elapsedMs,
    settings: { ...defaultScreenSettings, volume: 0.4 },
  });
  return { media: needs.media, playback: new Playback(needs.video, needs), reported: needs.reported };
}

test('a reused element is configured for its new cue', () => {
  const circling = made({ circles: true });
  expect(circling.media).toMatchObject({ loop: true, muted: true, volume: 0.4, playbackRate: 1 });
  expect(made({ sound: true }).media).toMatchObject({ loop: false, muted: false });
});

test('the volume follows the settings', () => {
  const { media, playback } = made();
  playback.adjust({ ...defaultScreenSettings, volume: 0.1 });
  expect(media.volume).toBe(0.1);
});

describe('the start position', () => {
  test.each([
    ['at its beginning', {}, 0],
    ['in the middle', { elapsedMs: 4_000 }, 4],
    ['never at its very end', { elapsedMs: 9_990 }, 9.95],
    ['further round, when it circles', { elapsedMs: 23_000, circles: true }, 3],
  ])('%s', (_, more, seconds) => {
    const { media, playback } = made(more);
    playback.seekStart();
    expect(media.currentTime).toBeCloseTo(seconds, 5);
  });

  test('is zero while the length is unknown', () => {
    const { media, playback } = made({ elapsedMs: 4_000 });
    media.duration = Number.POSITIVE_INFINITY;
    playback.seekStart();
    media.duration = 0;
    playback.seekStart();
    expect(media.currentTime).toBe(0);
  });
});

describe('a standstill', () => {
  test('of 2.5 s is a failure, reported once', async () => {
    const { playback, reported } = made();
    playback.start();
    // The first look, after half a second, sees it for the first time.
    await pass(2_999);
    expect(reported).toEqual([]);
    await pass(1);
    expect(reported).toEqual(['stalled: no progress']);
    await pass(60_000);
    expect(reported).toHaveLength(1);
  });

  test('is not reported while the clip moves or after its end', async () => {
    const { media, playback, reported } = made();
    playback.start();
    for (let step = 0; step < 20; step += 1) {
      media.currentTime += 0.1;
      await pass(2_400);
    }
    media.ended = true;
    await pass(60_000);
    expect(reported).toEqual([]);
  });

  test('is not reported for a loop so short that each check sees the same position', async () => {
    const { media, playback, reported } = made({ circles: true });
    media.duration = 0.04;
    playback.start();
    await pass(60_000);
    expect(reported).toEqual([]);
    media.duration = 1.1;
    await pass(60_000);
    expect(reported).toEqual(['stalled: no progress']);
  });

  test('is not reported after release', async () => {
    const { playback, reported } = made();
    playback.start();
    playback.release();
    await pass(60_000);
    expect(reported).toEqual([]);
  });
});

describe('sound that the browser refuses', () => {
  test('plays the clip muted', async () => {
    const { media, playback, reported } = made({ sound: true });
    media.refusal = new DOMException('not allowed', 'NotAllowedError');
    playback.start();
    await pass(0);
    expect(media).toMatchObject({ muted: true, paused: false });
    expect(reported).toEqual([]);
  });

  test('is not assumed when the clip ends before play settles', async () => {
    const { media, playback, reported } = made({ sound: true });
    media.refusal = new DOMException('interrupted by end of playback', 'AbortError');
    media.ended = true;
    playback.start();
    await pass(0);
    expect(reported).toEqual([]);
  });

  test('differs from any other refusal, which is a failure', async () => {
    const { media, playback, reported } = made({ sound: true });
    media.refusal = new DOMException('no decoder', 'NotSupportedError');
    playback.start();
    await pass(0);
    expect(reported).toEqual(['play: no decoder']);
  });
});

test.each([
  [2, 'broke off', 'load: broke off'],
  [3, 'bad frame', 'decode: bad frame'],
  [3, '', 'decode: the file cannot be played'],
  [4, 'no demuxer', 'unsupported: nothing here can decode it (no demuxer)'],
])('error %i names the cause', (code, message, reason) => {
  const { media, reported } = made();
  media.error = { code, message };
  media.onerror?.();
  expect(reported).toEqual([reason]);
});

test('the remaining time is known for clips that play to their own end', () => {
  const { media, playback } = made();
  media.currentTime = 7.5;
  expect(playback.remainingMs()).toBe(2_500);
  media.currentTime = 10.1;
  expect(playback.remainingMs()).toBe(0);
  media.duration = Number.NaN;
  expect(playback.remainingMs()).toBeNull();
  expect(made({ circles: true }).playback.remainingMs()).toBeNull();
});

test('the buffer counts the range being played', () => {
  const { media, playback } = made();
  const ranges = [
    [0, 2],
    [4, 9],
  ] as const;
  media.buffered = {
    length: 2,
    start: (range) => ranges[range]?.[0] ?? 0,
    end: (range) => ranges[range]?.[1] ?? 0,
  };
  const at = (seconds: number): number => {
    media.currentTime = seconds;
    return playback.bufferedMs();
  };
  expect([0, 2, 3, 4, 5.5, 9, 9.5].map(at)).toEqual([2_000, 0, 0, 5_000, 3_500, 0, 0]);
});

test('the own end is reported, but not after release', () => {
  const { media, playback, reported } = made();
  media.src = 'media/clip.mp4';
  media.onended?.();
  playback.release();
  expect([media.onended, media.onseeked, media.onerror, media.oncanplaythrough]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(media).toMatchObject({ paused: true, src: '', loads: 1 });
  playback.fail('too late');
  playback.release();
  expect(media.loads).toBe(1);
  expect(reported).toEqual(['ended']);
});

describe('a standstill', () => {
  const failsAfter = async (factor: number): Promise<number> => {
    becomeSlow(factor);
    const { playback, reported } = made();
    playback.start();
    let halves = 0;
    for (; reported.length === 0 && halves < 100; halves += 1) await pass(500);
    becomeSlow(1);
    expect(reported).toEqual(['stalled: no progress']);
    return halves / 2;
  };

  test('is a failure, later on a slow machine', async () => {
    expect([await failsAfter(1), await failsAfter(4)]).toEqual([3, 10.5]);
  });

  test('of the whole machine is none', async () => {
    const { playback, reported } = made();
    playback.start();
    await pass(1_000);
    // The clock goes on, and no timer fires meanwhile.
    const now = vi.spyOn(performance, 'now').mockReturnValue(60_000);
    await pass(1_500);
    expect(reported).toEqual([]);
    await pass(500);
    expect(reported).toEqual(['stalled: no progress']);
    now.mockRestore();
  });
});
