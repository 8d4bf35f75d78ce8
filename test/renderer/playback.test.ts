import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Playback } from '../../src/renderer/slots/playback.ts';
import { defaultScreenSettings } from '../../src/shared/programme.ts';
import { cue, video } from './programmes.ts';

// In step, a clip is held to where it should be. The element is one of these fields only: what a real one makes of them
// is measured by `npm run bench:step`.

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Element {
  duration: number;
  currentTime: number;
  seeking: boolean;
  playbackRate: number;
  muted: boolean;
  onseeked: (() => void) | null;
}

function playing(at: { readonly seconds: number; readonly circles?: boolean }): {
  readonly element: Element;
  readonly playback: Playback;
} {
  const element: Element = {
    duration: 10,
    currentTime: at.seconds,
    seeking: false,
    playbackRate: 1,
    muted: false,
    onseeked: null,
  };
  const playback = new Playback(element as unknown as HTMLMediaElement, {
    cue: cue('clip', video('clip.mp4'), 10_000, { toOwnEnd: !at.circles }),
    elapsedMs: 0,
    settings: defaultScreenSettings,
    video: element as unknown as HTMLVideoElement,
    events: { ended: () => undefined, failed: () => undefined },
  });
  return { element, playback };
}

it('makes up a few frames by speed, never by more than 2 %', () => {
  const { element, playback } = playing({ seconds: 5 });
  playback.follow(5_130);
  expect(element.currentTime).toBe(5);
  expect(element.playbackRate).toBeCloseTo(1.02, 5);
  playback.follow(4_760);
  expect(element.playbackRate).toBeCloseTo(0.98, 5);
  playback.follow(5_010);
  expect(element.playbackRate).toBeCloseTo(1.008, 5);
});

it('jumps to where it has to be when it is too far off', () => {
  const { element, playback } = playing({ seconds: 5 });
  playback.follow(6_000);
  expect(element.currentTime).toBeCloseTo(6.08);
  expect(element.playbackRate).toBe(1);
});

it('does not jump at the seam of a clip that circles, on whichever side of it either is', () => {
  const behind = playing({ seconds: 9.98, circles: true });
  behind.playback.follow(20_000);
  expect(behind.element.currentTime).toBe(9.98);
  expect(behind.element.playbackRate).toBeCloseTo(1.016, 5);
  const ahead = playing({ seconds: 0.02, circles: true });
  ahead.playback.follow(20_000);
  expect(ahead.element.currentTime).toBe(0.02);
  expect(ahead.element.playbackRate).toBeCloseTo(0.984, 5);
});

it('makes up what a round or a jump took as soon as it is over', () => {
  const { element, playback } = playing({ seconds: 9.9, circles: true });
  playback.follow(19_900);
  expect(element.playbackRate).toBeCloseTo(1, 5);
  element.seeking = true;
  vi.advanceTimersByTime(200);
  playback.follow(20_100);
  expect(element.playbackRate).toBeCloseTo(1, 5);
  element.seeking = false;
  element.currentTime = 0;
  element.onseeked?.();
  expect(element.playbackRate).toBeCloseTo(1.02, 5);
});

it('plays at its own speed when nobody tells where it should be', () => {
  const { element } = playing({ seconds: 3, circles: true });
  element.onseeked?.();
  expect(element.playbackRate).toBe(1);
});
