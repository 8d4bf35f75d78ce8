import { expect, test } from 'vitest';
import { cue, openPlayingShow } from '../show/playing-show.ts';
import { colorAt } from './support/display.ts';

// The status page asks for a picture every second.

test('taking pictures of the stage changes nothing on the display', async () => {
  // Wider than a small picture: the stage was shown in that size for some frames.
  await using playing = await openPlayingShow({ width: 1280 });
  const { show, display } = playing;
  await playing.untilAlive();
  playing.play('still', [cue('still', playing.still('yellow'), 600_000)]);
  await playing.untilSeen('yellow');
  const recording = await display.record(60);
  for (let each = 0; each < 10; each++) {
    const [small, other] = await Promise.all([show.capture('1', 'small'), show.capture('1', 'small')]);
    expect(small.mimeType).toBe('image/jpeg');
    expect(other.bytes.length).toBeGreaterThan(500);
    expect((await show.capture('1')).mimeType).toBe('image/png');
  }
  await recording.stop();
  const corners = recording.frames.flatMap(({ frame }) =>
    [0.05, 0.5, 0.95].flatMap((x) => [0.1, 0.9].map((y) => colorAt(frame, x, y))),
  );
  expect(corners.length).toBeGreaterThan(60);
  expect([...new Set(corners)]).toEqual(['yellow']);
});
