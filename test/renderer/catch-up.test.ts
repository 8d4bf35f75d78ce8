import { afterEach, beforeEach, expect, it } from 'vitest';
import { CatchUp } from '../../src/renderer/slots/catch-up.ts';
import { enterDocument, FakeMedia, leaveDocument, pass } from './fake-document.ts';

// In step, a clip is held to where it should be. What a real element makes of it is measured by `npm run bench -- step`.

beforeEach(enterDocument);
afterEach(leaveDocument);

function playing(at: { readonly seconds: number; readonly circles?: boolean }): {
  readonly media: FakeMedia;
  readonly catchUp: CatchUp;
} {
  const media = new FakeMedia('video');
  media.currentTime = at.seconds;
  media.loop = at.circles === true;
  return { media, catchUp: new CatchUp(media as unknown as HTMLMediaElement) };
}

it('speed makes up a few frames, by at most 2 %', () => {
  const { media, catchUp } = playing({ seconds: 5 });
  catchUp.follow(5_130);
  expect(media.currentTime).toBe(5);
  expect(media.playbackRate).toBeCloseTo(1.02, 5);
  catchUp.follow(4_760);
  expect(media.playbackRate).toBeCloseTo(0.98, 5);
  catchUp.follow(5_010);
  expect(media.playbackRate).toBeCloseTo(1.008, 5);
});

it('the element jumps when it is more than a quarter of a second off', () => {
  const close = playing({ seconds: 5 });
  close.catchUp.follow(5_250);
  expect(close.media.currentTime).toBe(5);
  const far = playing({ seconds: 5 });
  far.media.playbackRate = 1.02;
  far.catchUp.follow(5_251);
  expect(far.media.currentTime).toBeCloseTo(5.251 + 0.08, 5);
  expect(far.media.playbackRate).toBe(1);
});

it('a loop does not jump at its seam', () => {
  const behind = playing({ seconds: 9.98, circles: true });
  behind.catchUp.follow(20_000);
  expect(behind.media.currentTime).toBe(9.98);
  expect(behind.media.playbackRate).toBeCloseTo(1.016, 5);
  const ahead = playing({ seconds: 0.02, circles: true });
  ahead.catchUp.follow(20_000);
  expect(ahead.media.currentTime).toBe(0.02);
  expect(ahead.media.playbackRate).toBeCloseTo(0.984, 5);
});

it('the wanted position is limited to the end of the clip', () => {
  const { media, catchUp } = playing({ seconds: 9.99 });
  catchUp.follow(14_000);
  expect(media.currentTime).toBe(9.99);
  expect(media.playbackRate).toBeCloseTo(1.008, 5);
});

it('an element of unknown position is left alone', () => {
  const { media, catchUp } = playing({ seconds: 1 });
  media.playbackRate = 1.01;
  media.seeking = true;
  catchUp.follow(9_000);
  media.seeking = false;
  for (media.duration of [0, Number.NaN, Number.POSITIVE_INFINITY]) catchUp.follow(9_000);
  expect(media).toMatchObject({ currentTime: 1, playbackRate: 1.01 });
});

it('the time lost in a round is made up at once', async () => {
  const { media, catchUp } = playing({ seconds: 9.9, circles: true });
  catchUp.follow(19_900);
  expect(media.playbackRate).toBeCloseTo(1, 5);
  media.seeking = true;
  await pass(200);
  media.seeking = false;
  media.currentTime = 0;
  catchUp.landed();
  expect(media.playbackRate).toBeCloseTo(1.02, 5);
});

it('the speed stays normal without a wanted position', () => {
  const { media, catchUp } = playing({ seconds: 3, circles: true });
  catchUp.landed();
  expect(media.playbackRate).toBe(1);
});

it('a jump aims ahead by the duration of the last jump, at most a second', async () => {
  const { media, catchUp } = playing({ seconds: 0 });
  const jumpTook = async (ms: number): Promise<number> => {
    media.currentTime = 0;
    catchUp.follow(5_000);
    await pass(ms);
    catchUp.landed();
    media.currentTime = 0;
    catchUp.follow(5_000);
    catchUp.landed();
    return media.currentTime;
  };
  expect(await jumpTook(300)).toBeCloseTo(5.3, 5);
  expect(await jumpTook(3_000)).toBeCloseTo(6, 5);
  expect(await jumpTook(80)).toBeCloseTo(5.08, 5);
});
