import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { AppHandler } from '../../src/main/host/host.ts';
import { middle } from '../e2e/support/display.ts';
import { cue, openPlayingShow } from '../show/playing-show.ts';
import { expectWithin } from '../support/promised.ts';
import { reportRow } from '../support/report-row.ts';
import { until } from '../support/until.ts';

const seconds = 30;
const atOnce = 3_000_000;

/**
 * Passes the bytes of a video, the first ones at once and the others twice as fast as they play, and from some moment on
 * nothing, as a dying disk does. A browser starts to play when the rate of the bytes promises an uninterrupted playback.
 */
function stalling(handler: AppHandler, bytesPerMs: number, isDying: () => boolean): AppHandler {
  return async (request) => {
    const response = await handler(request);
    if (!new URL(request.url).pathname.endsWith('.mp4') || !response.body) return response;
    const reader = response.body.getReader();
    let passed = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (isDying()) return new Promise<void>(() => undefined);
        const { value, done } = await reader.read();
        passed += value?.length ?? 0;
        if (value) controller.enqueue(value);
        if (value && passed > atOnce) await wait(value.length / bytesPerMs);
        if (done) controller.close();
      },
      cancel: () => reader.cancel(),
    });
    return new Response(body, response);
  };
}

test('row 47 · a video that stalls in the middle is followed by the next item within 4 s', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-stall-'));
  const file = join(folder, 'long.mp4');
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', `color=blue:s=320x180:d=${seconds}`],
    ...['-vf', 'noise=alls=80:allf=t'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-movflags', '+faststart', file],
  ]);
  const bytesPerMs = (2 * statSync(file).size) / (seconds * 1_000);
  let isDying = false;
  await using playing = await openPlayingShow({
    wrap: (handler) => stalling(handler, bytesPerMs, () => isDying),
  });
  const recording = await playing.display.record(25);
  playing.play('p', [
    cue('stalls', playing.clip(file), 60_000),
    cue('after', playing.still('green'), 600_000),
  ]);
  rmSync(folder, { recursive: true });
  await until('the video', () => playing.showings.some(({ type }) => type === 'started'));
  isDying = true;
  const isGreen = ({ frame }: (typeof recording.frames)[number]): boolean => middle(frame) === 'green';
  const next = await vi.waitUntil(() => recording.frames.find(isGreen), { timeout: 60_000, interval: 20 });
  await recording.stop();
  // The noise in the video differs in every frame: it stood still from the last new one on.
  const lastMoving = recording.frames.findLast(
    ({ at, frame }, index) =>
      at < next.at && Buffer.compare(frame.rgb, recording.frames[index - 1]?.frame.rgb ?? frame.rgb) !== 0,
  );
  const stoodStillMs = next.at - (lastMoving?.at ?? Number.NaN);
  // It stalled, for at least the time that makes a stall, and was not merely skipped.
  expect(stoodStillMs).toBeGreaterThan(500);
  await expectWithin(4_000, stoodStillMs);
  const ended = await until('the end of the video', () =>
    playing.showings.find((showing) => showing.type === 'ended' && showing.entryId === 'entry-stalls'),
  );
  expect(ended).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('stall') });
  reportRow(47, { note: `the next item after ${Math.round(stoodStillMs)} ms of standing still` });
});
