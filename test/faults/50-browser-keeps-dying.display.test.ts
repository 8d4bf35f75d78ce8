import { expect, test, vi } from 'vitest';
import { graphicsFlags, graphicsOf } from '../../src/main/host/chromium/graphics.ts';
import { browser, browsers, descendants } from '../host/chromium/processes.ts';
import { cue, openPlayingShow } from '../show/playing-show.ts';
import { reportRow } from '../support/report-row.ts';

const gpuProcesses = () =>
  descendants().filter(({ command }) => command.some((part) => part.includes('--type=gpu-process')));

/** The number of switches for software rendering, which a machine without a card has from the beginning. */
const onlyProcessor = graphicsFlags(graphicsOf()).flags.length;

test('row 50 · Chromium: after repeated deaths the graphics process, then the browser, restarts in software and more slowly', async () => {
  await using playing = await openPlayingShow();
  playing.play('p', [cue('only', playing.still('yellow'), 600_000)]);
  await playing.untilSeen('yellow');
  await playing.untilAlive();

  // The browser restarts its GPU process; the stage keeps playing in the same document.
  const first = gpuProcesses()[0]?.pid;
  if (first === undefined) throw new Error('Nothing draws.');
  process.kill(first, 'SIGKILL');
  await vi.waitUntil(() => gpuProcesses().some(({ pid }) => pid !== first), {
    timeout: 60_000,
    interval: 20,
  });
  await playing.untilSeen('yellow');
  expect(playing.show.status()[0]?.restarts).toBe(0);

  const gaps: number[] = [];
  for (let death = 0; death < 4; death++) {
    const dying = browser();
    const killed = performance.now();
    process.kill(dying, 'SIGKILL');
    await vi.waitUntil(() => browsers().some(({ pid }) => pid !== dying), { timeout: 60_000, interval: 5 });
    gaps.push(performance.now() - killed);
    await playing.untilAlive();
  }
  await playing.untilSeen('yellow');
  expect(browsers()[0]?.command.filter((word) => word === '--disable-gpu')).toHaveLength(1 + onlyProcessor);
  // At once, then after half a second, one and two seconds.
  expect(gaps[1]).toBeGreaterThan(450);
  expect(gaps[2]).toBeGreaterThan(950);
  expect(gaps[3]).toBeGreaterThan(1950);
  const note = `retries after ${gaps.map((gap) => Math.round(gap)).join(', ')} ms; software after the third`;
  reportRow(50, { note });
});
