import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/main/config/config.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { Slowness } from '../../src/main/ground/slowness.ts';
import type { Showing } from '../../src/main/show/events.ts';
import { startShow } from '../../src/main/show/start.ts';
import { defaultScreenSettings } from '../../src/shared/programme.ts';
import { cue, image, looping } from '../renderer/programmes.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { FakeHost } from './fake-host.ts';

const display = { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true };

test('a show counts the items that begin, and the time in which one was due', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-show-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const { config } = readConfig({ env: { VITRINE_DATA_DIR: dataDir } });
  if (config === null) throw new Error('no configuration');
  const clock = new ManualClock();
  const showings: Showing[] = [];
  const playing = startShow({
    config,
    clock,
    log: createLog(() => undefined),
    slowness: new Slowness(3.3),
    planned: ['1'],
    later: () => ({
      displays: { wanted: () => 'on' },
      browser: { version: 'Chromium 156.0.1' },
      interrupts: { reported: () => undefined },
    }),
    notices: { showing: (one) => showings.push(one), streams: () => undefined, sizes: () => undefined },
  });
  onTestFinished(() => playing.stop());
  const host = new FakeHost([display]);
  await playing.show.attach(host, [{ screenId: '1', display }]);
  const window = host.window('1');
  window.report({ type: 'ready', protocol: 1 });
  expect(playing.facts()).toMatchObject({ items: 0, browser: 156, revives: 0, plays: false, slowness: 3.3 });
  playing.programme(looping('p', [cue('a', image('a'), 10_000)]), defaultScreenSettings);
  const showingId = crypto.randomUUID();
  const report = { showingId, cueId: 'a', at: clock.now() };
  window.report({ ...report, type: 'started', pass: 0, index: 0 });
  const heartbeat = { type: 'heartbeat', frames: 60, droppedFrames: 0, programmeId: 'p', cueId: 'a' };
  for (let second = 1; second <= 5; second++) {
    window.report({ ...heartbeat, mono: second * 1_000, sleeps: false });
    await clock.advance(1_000);
  }
  expect(playing.facts()).toMatchObject({ items: 1, upMs: 5_000, litMs: 5_000, dueMs: 5_000, overdueMs: 0 });
  window.report({ ...report, type: 'ended', outcome: 'completed', reason: null });
  expect(playing.facts().items).toBe(1);
  expect(showings.map(({ type }) => type)).toEqual(['started', 'ended']);
});
