import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cue, openPlayingShow } from '../show/playing-show.ts';
import { expectWithin } from '../support/promised.ts';
import { reportRow } from '../support/report-row.ts';

test('row 46 · an unsupported codec is skipped within 2 s, and reported with its reason', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-hevc-'));
  const file = join(folder, 'hevc.mp4');
  const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1', '-pix_fmt', 'yuv420p'];
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'color=blue:s=320x180:d=3', ...hevc],
    ...['-x265-params', 'log-level=none', file],
  ]);
  await using playing = await openPlayingShow();
  playing.play('p', [
    cue('before', playing.still('red'), 2_000),
    cue('hevc', playing.clip(file), 3_000),
    cue('after', playing.still('green'), 600_000),
  ]);
  rmSync(folder, { recursive: true });
  await playing.untilSeen('red');
  await vi.waitUntil(() => playing.showings.some(({ type }) => type === 'failed'), { timeout: 60_000 });
  await playing.untilSeen('green');

  const at = (type: string, entryId: string): number =>
    playing.showings.find((showing) => showing.type === type && showing.entryId === entryId)?.at ??
    Number.NaN;
  // It is visible before its start is reported.
  await vi.waitUntil(() => at('started', 'entry-after') > 0, { timeout: 60_000 });
  // Later than without the file in between.
  const delay = at('started', 'entry-after') - at('started', 'entry-before') - 2_000;
  await expectWithin(2_000, delay);
  expect(playing.showings.find(({ type }) => type === 'failed')).toMatchObject({
    mediaFileId: 'file-hevc',
    reason: expect.stringMatching(/^(unsupported|decode)/),
  });
  reportRow(46, { note: `skipped, the next item ${Math.max(0, Math.round(delay))} ms late` });
});
