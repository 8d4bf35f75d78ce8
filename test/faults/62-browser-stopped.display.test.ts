import { test } from 'vitest';
import { browser, browsers } from '../host/chromium/processes.ts';
import { cue, openPlayingShow } from '../show/playing-show.ts';
import { expectWithin } from '../support/promised.ts';
import { reportRow } from '../support/report-row.ts';
import { until } from '../support/until.ts';

test('row 62 · a stopped browser (SIGSTOP) cannot provide a renderer, so it is replaced', async () => {
  await using playing = await openPlayingShow();
  playing.play('p', [cue('only', playing.still('yellow'), 600_000)]);
  await playing.untilSeen('yellow');
  await playing.untilAlive();
  const stopped = browser();
  const began = performance.now();
  process.kill(stopped, 'SIGSTOP');
  await until('another browser', async () => {
    const [now] = browsers();
    return now !== undefined && now.pid !== stopped;
  });
  await until('painting', async () => playing.show.sights()[0]?.state === 'painting');
  const seconds = (performance.now() - began) / 1000;
  await playing.untilSeen('yellow');
  await expectWithin(20_000, seconds * 1000);
  reportRow(62, { note: `stopped browser → painting again: ${seconds.toFixed(1)} s` });
});
