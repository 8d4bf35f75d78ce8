import { beforeEach, describe, expect, test } from 'vitest';
import { Slowness } from '../../src/main/ground/slowness.ts';
import { Watchdog } from '../../src/main/show/watchdog.ts';
import { ManualClock } from '../support/manual-clock.ts';

let clock: ManualClock;
let revived: { readonly at: number; readonly reason: string }[];
let canRevive: boolean;
let isStuck: boolean;
/** Ends the stuck revivals, oldest first. */
let stuck: (() => void)[];
let watchdog: Watchdog;
let slowness: Slowness;

beforeEach(() => {
  clock = new ManualClock();
  revived = [];
  canRevive = true;
  isStuck = false;
  stuck = [];
  slowness = new Slowness();
  watchdog = new Watchdog({
    clock,
    slowness,
    revive: async (reason) => {
      revived.push({ at: clock.monotonic(), reason });
      if (isStuck) await new Promise<void>((resolve) => stuck.push(resolve));
      if (!canRevive) throw new Error('the revival failed');
    },
  });
  watchdog.loading();
});

/** Advances the clock with a painted heartbeat in each second. */
async function paintFor(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    watchdog.painted();
    await clock.advance(1000);
  }
}

describe('a stage that fails', () => {
  test('to report ready is revived after 10 s', async () => {
    await clock.advance(9_999);
    expect(revived).toEqual([]);
    await clock.advance(1);
    expect(revived).toEqual([{ at: 10_000, reason: 'not-ready' }]);
  });

  test('to paint is revived after 5 s, even if it still sends messages', async () => {
    watchdog.ready();
    await paintFor(5);
    await clock.advance(3_999);
    expect(revived).toEqual([]);
    await clock.advance(1);
    expect(revived).toEqual([{ at: 9_000, reason: 'no-frames' }]);
  });

  test('to paint while it sleeps is revived after 13 s, and after 5 s once it has something to show', async () => {
    watchdog.ready();
    watchdog.painted(true);
    await clock.advance(12_999);
    expect(revived).toEqual([]);
    watchdog.wakes();
    await clock.advance(4_999);
    expect(revived).toEqual([]);
    await clock.advance(1);
    expect(revived).toEqual([{ at: 17_999, reason: 'no-frames' }]);
  });

  test('to paint again is revived after 13 s if it sleeps', async () => {
    watchdog.ready();
    watchdog.painted(true);
    await clock.advance(13_000);
    expect(revived).toEqual([{ at: 13_000, reason: 'no-frames' }]);
  });

  test('by dying is revived at once', async () => {
    watchdog.ready();
    await paintFor(3);
    watchdog.gone('crashed');
    expect(revived).toEqual([{ at: 3_000, reason: 'crashed' }]);
    expect(watchdog.restarts).toBe(1);
  });
});

test('a stage that paints is left alone', async () => {
  watchdog.ready();
  await paintFor(600);
  expect(revived).toEqual([]);
  expect(watchdog.alive).toBe(true);
});

test('after a reload the same limits apply again', async () => {
  watchdog.gone('crashed');
  await clock.advance(9_000);
  watchdog.ready();
  await clock.advance(6_500);
  expect(revived.map(({ reason }) => reason)).toEqual(['crashed', 'no-frames']);
});

describe('a stage that keeps failing', () => {
  test('is revived with growing delays, never in a tight loop', async () => {
    const gaps: number[] = [];
    for (let turn = 0; turn < 12; turn++) {
      watchdog.gone('crashed');
      const before = clock.monotonic();
      while (revived.length === turn) await clock.advance(100);
      gaps.push(clock.monotonic() - before);
      await clock.advance(0);
    }
    expect(gaps).toEqual([0, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000]);
  });

  test('is revived with growing delays even if each revival fails', async () => {
    canRevive = false;
    watchdog.gone('browser-exited');
    await clock.advance(7_500);
    expect(revived.map(({ at }) => at)).toEqual([0, 500, 1500, 3500, 7500]);
  });

  test('is revived with growing delays even if a revival never resolves', async () => {
    isStuck = true;
    watchdog.gone('crashed');
    await clock.advance(44_999);
    expect(revived).toHaveLength(1);
    await clock.advance(501);
    expect(revived.map(({ reason }) => reason)).toEqual(['crashed', 'not-revived']);
  });

  test.each([
    ['succeeds', true],
    ['fails', false],
  ])('keeps the time for its revival when the one before it %s late', async (_, succeeds) => {
    isStuck = true;
    watchdog.gone('crashed');
    await clock.advance(45_500);
    canRevive = succeeds;
    stuck[0]?.();
    await clock.advance(44_999);
    expect(revived.map(({ at }) => at)).toEqual([0, 45_500]);
  });

  test.each([
    [59, 1],
    [60, 2],
  ])('that was well for %i s before it fails again was brought back %i times at once', async (seconds, times) => {
    watchdog.ready();
    await paintFor(70);
    watchdog.gone('crashed');
    await clock.advance(0);
    watchdog.ready();
    await paintFor(seconds);
    watchdog.painted();
    watchdog.gone('crashed');
    expect(revived).toHaveLength(times);
  });

  test('is revived at its time even if a late message of the dead stage arrives', async () => {
    watchdog.gone('crashed');
    await clock.advance(0);
    watchdog.gone('crashed');
    watchdog.ready();
    watchdog.painted();
    expect(watchdog.alive).toBe(false);
    await clock.advance(500);
    expect(revived).toHaveLength(2);
  });

  test('starts with the first delay again after a minute of painting', async () => {
    watchdog.gone('crashed');
    await clock.advance(0);
    watchdog.ready();
    await paintFor(61);
    watchdog.painted();
    watchdog.gone('crashed');
    expect(revived).toHaveLength(2);
  });
});

test('a stage that is ready before its reload is acknowledged counts as ready', async () => {
  watchdog.gone('crashed');
  watchdog.ready();
  await clock.advance(0);
  expect(watchdog.alive).toBe(true);
});

test('a death during the revival counts as another one', async () => {
  watchdog.gone('crashed');
  watchdog.gone('browser-exited');
  expect(revived).toHaveLength(1);
  await clock.advance(500);
  expect(revived.map(({ reason }) => reason)).toEqual(['crashed', 'browser-exited']);
});

test('a stage gets its full limit again after this process was stopped', async () => {
  watchdog.ready();
  clock.freeze(60_000);
  await clock.advance(0);
  expect(revived).toEqual([]);
  await clock.advance(5_000);
  expect(revived).toHaveLength(1);
});

test('a stage that was stopped during its revival stays off', async () => {
  watchdog.gone('crashed');
  watchdog.stop();
  await clock.advance(600_000);
  expect([revived.length, watchdog.sight.state]).toEqual([1, 'off']);
});

test('nothing is revived after the stop', async () => {
  watchdog.ready();
  watchdog.stop();
  watchdog.gone('crashed');
  await clock.advance(600_000);
  expect(revived).toEqual([]);
});

describe('on a slow machine', () => {
  test('a load that stalled once no longer lengthens the limit for frames after twenty minutes', async () => {
    slowness.came('browser', 120_000, 30_000);
    watchdog.ready();
    await paintFor(19 * 60);
    expect(slowness.factor).toBe(12);
    await paintFor(60);
    await clock.advance(5_000);
    expect(revived.map(({ reason }) => reason)).toEqual(['no-frames']);
  });

  test('a stage whose frames are always late gets three times its longest gap', async () => {
    slowness.came('browser', 120_000, 30_000);
    watchdog.ready();
    for (let gap = 0; gap < 200; gap++) {
      await clock.advance(gap % 10 === 0 ? 10_000 : 7_000);
      watchdog.painted();
    }
    await clock.advance(29_999);
    expect(revived).toEqual([]);
    await clock.advance(1);
    expect(revived).toHaveLength(1);
  });

  test('a fresh stage gets the time that the machine needed before', async () => {
    slowness.came('browser', 120_000, 30_000);
    watchdog.ready();
    await paintFor(60);
    await clock.advance(58_000);
    expect(revived).toEqual([]);
  });

  /** Reports ready and paints so long after it was loaded. */
  async function needs(ms: number): Promise<number> {
    for (let waited = 0; ; ) {
      const before = revived.length;
      await clock.advance(ms);
      if (revived.length === before) return waited + ms;
      // It was reloaded and starts over.
      waited += ms;
      if (waited > 100 * ms) throw new Error('the stage never painted');
    }
  }

  test('a stage paints after few revives, and the limits stay as long as it needs them', async () => {
    await needs(95_000);
    expect(revived.length).toBeLessThanOrEqual(6);
    watchdog.ready();
    for (let second = 0; second < 70; second += 7) {
      watchdog.painted();
      await clock.advance(7_000);
    }
    watchdog.painted();
    expect(slowness.factor).toBeGreaterThan(5);
    const before = revived.length;
    watchdog.gone('crashed');
    await clock.advance(0);
    await clock.advance(95_000);
    watchdog.ready();
    watchdog.painted();
    expect(revived.length).toBe(before + 1);
    expect(watchdog.sight.state).toBe('painting');
  });

  test('the first revive keeps the usual limits', async () => {
    await clock.advance(10_000);
    expect([revived.length, slowness.of(1)]).toEqual([1, 1]);
    await clock.advance(10_500);
    expect([revived.length, slowness.of(1)]).toEqual([2, 2]);
  });

  test('a stage known to be dead is revived at once, whatever the limits', async () => {
    for (let time = 0; time < 8; time++) slowness.late();
    watchdog.ready();
    await paintFor(70);
    slowness.late();
    watchdog.gone('browser-exited');
    await clock.advance(0);
    expect(revived).toHaveLength(1);
    watchdog.ready();
    await paintFor(70);
    watchdog.painted();
    expect(slowness.factor).toBe(1);
  });
});

test('the sight stays `reviving` until a frame is painted', async () => {
  expect(watchdog.sight).toEqual({ state: 'starting', since: 0, why: null });
  watchdog.ready();
  await clock.advance(500);
  expect(watchdog.sight.state).toBe('starting');
  watchdog.painted();
  await clock.advance(1_000);
  watchdog.gone('crashed');
  await clock.advance(1_000);
  watchdog.gone('browser-exited');
  await clock.advance(1_000);
  expect(watchdog.sight).toEqual({ state: 'reviving', since: 1_500, why: 'browser-exited' });
  watchdog.ready();
  watchdog.painted();
  expect(watchdog.sight).toMatchObject({ state: 'painting', since: 3_500 });
  watchdog.stop();
  expect(watchdog.sight.state).toBe('off');
});
