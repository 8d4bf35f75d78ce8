import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type StageUnderTest } from '../renderer/harness.ts';
import { makeClip, makeImage } from '../renderer/media.ts';
import { cue, image, looping, programmeMessage, video } from '../renderer/programmes.ts';

let media: string;
let stage: StageUnderTest;

beforeAll(async () => {
  media = await mkdtemp(join(tmpdir(), 'vitrine-media-'));
  await Promise.all([
    makeImage(media, 'red.png', 'red'),
    makeImage(media, 'lime.png', 'lime'),
    makeClip(media, 'blue.mp4', { seconds: 2, color: 'blue' }),
  ]);
  stage = await openStage({ media });
});

afterAll(async () => {
  await stage?.close();
  await rm(media, { recursive: true, force: true });
});

test('images and videos follow each other on the display', async () => {
  await stage.send(
    programmeMessage(
      looping('p1', [
        cue('a', image('media/red.png'), 1_500),
        cue('b', video('media/blue.mp4'), 2_000, { toOwnEnd: true }),
        cue('c', image('media/lime.png'), 1_500),
      ]),
    ),
  );
  await stage.heard('started', (message) => message.cueId === 'a');
  const [red] = await stage.colors([[0.5, 0.5]]);
  await stage.heard('started', (message) => message.cueId === 'b');
  const [blue] = await stage.colors([[0.5, 0.5]]);
  await stage.heard('started', (message) => message.cueId === 'c');
  const [lime] = await stage.colors([[0.5, 0.5]]);
  expect([red, blue, lime].map(nearest)).toEqual(['red', 'blue', 'lime']);
  const ended = await stage.heard('ended', (message) => message.cueId === 'b');
  expect(ended.outcome).toBe('completed');
});

function nearest(color: readonly number[] | undefined): string {
  const [red = 0, green = 0, blue = 0] = color ?? [];
  if (Math.max(red, green, blue) < 60) return 'black';
  if (red > 180 && green < 90 && blue < 90) return 'red';
  if (green > 180 && red < 90 && blue < 90) return 'lime';
  if (blue > 180 && red < 90 && green < 90) return 'blue';
  return String(color);
}
