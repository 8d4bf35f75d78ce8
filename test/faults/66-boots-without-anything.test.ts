import { expect, test } from 'vitest';
import { shopZone } from '../../src/main/display/shop-zone.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { judge } from '../../src/main/health/health.ts';
import { screenFacts } from '../../src/main/health/screen-facts.ts';
import { keepPlacement } from '../../src/main/show/keep-placement.ts';
import { createShow } from '../../src/main/show/show.ts';
import { begun, isSafe, noStarts, proven } from '../../src/main/supervise/starts.ts';
import { FakeHost } from '../show/fake-host.ts';
import { calmFacts } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { reportRow } from '../support/report-row.ts';

const display = { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true };
const log = createLog(() => undefined);

test('row 66 · booted without a display and with a wrong clock: it waits, reports it, and shows as soon as there is a display', async () => {
  const clock = new ManualClock({ at: '1970-01-01T00:00:05Z' });
  const show = createShow({ clock, log, onShowing: () => undefined });
  const kept = keepPlacement({ screens: 'all', show, clock, log });
  const host = new FakeHost([]);
  await kept.start(host);
  const health = () =>
    judge({ ...calmFacts, screens: screenFacts(['1'], show.sights(), kept.absent, clock.monotonic()) });
  expect(health()).toMatchObject({ verdict: 'dark', sentence: { code: 'no-display.connect' } });
  await clock.advance(3600_000);
  host.connected = [display];
  kept.displaysChanged();
  await clock.advance(1_000);
  host.window('1').report({ type: 'ready', protocol: 1 });
  host.window('1').report({
    type: 'heartbeat',
    mono: 1,
    frames: 1,
    droppedFrames: 0,
    programmeId: null,
    cueId: null,
    sleeps: false,
  });
  expect(health()).toMatchObject({ verdict: 'well', screens: [{ seen: 'standing-by' }] });
  // With an untrusted clock the display is on.
  expect(shopZone(null, 'Europe/Berlin', clock.now())).toBeNull();
  reportRow(66, { note: 'on a fake host' });
});

test('row 66 · starts that paint are no crash loop, even if each begins at 1970', () => {
  let starts = noStarts;
  for (let boot = 0; boot < 5; boot++) {
    starts = begun(starts, 5_000);
    starts = proven(
      starts,
      { edition: 'a', browser: 'Chromium 156', vitrine: '1.0.0', kernel: 'Linux 6.1' },
      Date.parse('2026-06-01T08:00:00Z'),
    );
  }
  expect(isSafe(starts)).toBe(false);
});
