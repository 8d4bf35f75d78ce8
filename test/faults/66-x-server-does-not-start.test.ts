import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import { serviceManager } from '../../src/main/ground/sd-notify.ts';
import { deservesPing, isInSight, judge } from '../../src/main/health/health.ts';
import { screenFacts } from '../../src/main/health/screen-facts.ts';
import { openSurface } from '../../src/main/host/chromium/display.ts';
import { keepPlacement } from '../../src/main/show/keep-placement.ts';
import { createShow } from '../../src/main/show/show.ts';
import { Ladder } from '../../src/main/supervise/ladder.ts';
import { begun, isSafe, noStarts, type Starts } from '../../src/main/supervise/starts.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';
import { calmFacts } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { reportRow } from '../support/report-row.ts';

const log = createLog(() => undefined);
const { DISPLAY, XAUTHORITY, WAYLAND_DISPLAY, VITRINE_DISPLAY_FILE } = process.env;

beforeEach(() => {
  process.env.DISPLAY = ':5999';
  for (const name of ['XAUTHORITY', 'WAYLAND_DISPLAY', 'VITRINE_DISPLAY_FILE']) delete process.env[name];
});
afterEach(() => {
  for (const [name, value] of Object.entries({ DISPLAY, XAUTHORITY, WAYLAND_DISPLAY, VITRINE_DISPLAY_FILE }))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
});

/** A kiosk whose X server does not start for this long; the service manager kills a silent player and restarts it. */
async function bootedFor(hours: number, isMissing: boolean) {
  const clock = new ManualClock();
  const seen = { kills: 0, safe: false, machineRestarts: 0, sentence: '' };
  let starts: Starts = noStarts;
  while (clock.monotonic() < hours * 3600_000) {
    starts = begun(starts, clock.now());
    seen.safe ||= isSafe(starts);
    await live();
  }
  return seen;

  async function live(): Promise<void> {
    const bornAt = clock.monotonic();
    let killAt = bornAt + 30_000;
    const ended = new AbortController();
    const show = createShow({ clock, log, onShowing: () => undefined });
    const kept = keepPlacement({ screens: 'all', show, clock, log });
    const health = () => {
      const since = (kept.missingReportedAt ?? bornAt) - bornAt;
      const now = clock.monotonic() - bornAt;
      return judge({
        ...calmFacts,
        screens: screenFacts(['1'], show.sights(), kept.absent, now, () => 'on', since),
      });
    };
    const manager = serviceManager({
      env: { VITRINE_NOTIFY_FD: '5' },
      clock,
      log,
      write: (_, message) => {
        const [, extension] = /EXTEND_TIMEOUT_USEC=(\d+)/.exec(message) ?? [];
        if (extension !== undefined) killAt = clock.monotonic() + Number(extension) / 1000;
      },
    });
    manager.watch(() => {
      const { sentence } = health();
      return {
        isInSight: isInSight(health()),
        mayPing: deservesPing(health()),
        mayStart: deservesPing(health()),
        sentence,
        slowness: 1,
      };
    });
    const ladder = new Ladder({
      clock,
      log,
      slowness: () => 1,
      edition: () => 'a',
      starts: {
        get value() {
          return starts;
        },
        keep: (value) => {
          starts = value;
        },
        settled: async () => true,
      },
      stack: () => ({ browser: 'none', vitrine: '1.0.0', kernel: 'Linux 6.1' }),
      leave: () => ended.abort(),
      restartMachine: async () => {
        seen.machineRestarts++;
        return false;
      },
    });
    openSurface({
      display: 'auto',
      virtualSize: { width: 1, height: 1 },
      awaitsDisplay: true,
      clock,
      log,
      find: () => null,
      signal: ended.signal,
      isMissing: async () => isMissing,
      onMissing: (is) => kept.displayMissing(is),
      onLost: () => undefined,
    }).catch(() => undefined);
    while (!ended.signal.aborted && clock.monotonic() < hours * 3600_000) {
      await clock.advance(1_000);
      ladder.look({ screens: health().screens.map((one) => ({ ...one, since: '' })), storage: null }, []);
      seen.sentence = inEnglish(health().sentence);
      if (clock.monotonic() < killAt) continue;
      seen.kills++;
      break;
    }
    manager.stopping();
    ended.abort();
    kept.stop();
  }
}

test('row 66 · while no display is plugged in, an X server that does not start neither ends, slows nor restarts anything', {
  tags: 'long',
}, async () => {
  const { kills, safe, machineRestarts, sentence } = await bootedFor(12, true);
  expect([kills, safe, machineRestarts]).toEqual([0, false, 0]);
  expect(sentence).toBe('No display is connected.');
  reportRow(66, { note: 'no X server for 12 h: no kill, no safe mode, no restart' });
});

test('row 66 · with a display plugged in, an X server that does not start leads to a restart of the machine within 1 h', async () => {
  expect((await bootedFor(0.5, false)).kills).toBeGreaterThan(1);
  const { safe, machineRestarts } = await bootedFor(1, false);
  expect([safe, machineRestarts]).toEqual([true, 1]);
});
