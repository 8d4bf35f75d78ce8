import { describe, expect, test } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import type { Release } from '../../src/main/release/release.ts';
import { Checks } from '../../src/main/update/checks.ts';
import { choose, type ThisPlayer } from '../../src/main/update/choice.ts';
import { judge } from '../../src/main/update/trial.ts';
import { untilSwitchInTheDarkMs, untilSwitchMs } from '../../src/main/update/window.ts';
import { inEnglish, message, verbatim } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { beforeIt, good } from './support/facts.ts';

const [minute, hour] = [60_000, 3_600_000];

const release = (version: string, changes: Partial<Release> = {}): Release => ({
  sha256: version.padEnd(64, '0'),
  name: 'vitrine.zip',
  bytes: 1,
  version,
  architecture: 'linux-x64',
  channel: 'stable',
  rollout: { seed: 'a', share: 1 },
  oldestFrom: null,
  oldestBrowser: null,
  recalled: false,
  ...changes,
});

describe('the choice of a release', () => {
  const here: ThisPlayer = {
    version: '2.0.0',
    running: '2.0.0'.padEnd(64, '0'),
    architecture: 'linux-x64',
    channel: 'stable',
    browser: 150,
  };
  const state = { playerId: 'p', blocked: [], floor: null };
  const chosen = (
    releases: readonly Release[],
    {
      of = {},
      player = {},
      isRequested = false,
      wanted = null,
    }: {
      readonly of?: Partial<Parameters<typeof choose>[1]>;
      readonly player?: Partial<ThisPlayer>;
      readonly isRequested?: boolean;
      readonly wanted?: string | null;
    } = {},
  ): string => {
    const choice = choose(releases, { ...state, ...of }, { ...here, ...player }, isRequested, wanted);
    return choice.is === 'none' ? inEnglish(choice.why) : `${choice.is} ${choice.release.version}`;
  };

  test('is the newest that fits this player', () => {
    expect(chosen([release('2.1.0'), release('2.10.0'), release('2.9.0')])).toBe('take 2.10.0');
    expect(chosen([release('2.0.0'), release('1.9.0')])).not.toMatch(/^take/);
    expect(chosen([])).not.toMatch(/^take/);
  });

  test.each([
    ['another architecture', { architecture: 'linux-arm64' }],
    ['another channel', { channel: 'beta' }],
    ['a recall', { recalled: true }],
    ['a player that is too old for it', { oldestFrom: '2.0.1' }],
    ['a browser that is too old for it', { oldestBrowser: 151 }],
    ['a share without this player', { rollout: { seed: 'a', share: 0 } }],
  ])('passes over one with %s', (_, changes) => {
    expect(chosen([release('2.1.0', changes)])).not.toMatch(/^take/);
    expect(chosen([release('2.2.0', changes), release('2.1.0')])).toBe(
      'rollout' in changes ? chosen([release('2.2.0', changes)]) : 'take 2.1.0',
    );
  });

  test('takes one whose lowest player and browser this one just is, or whose browser is not known', () => {
    expect(chosen([release('2.1.0', { oldestFrom: '2.0.0', oldestBrowser: 150 })])).toBe('take 2.1.0');
    expect(chosen([release('2.1.0', { oldestBrowser: 151 })], { player: { browser: null } })).toBe(
      'take 2.1.0',
    );
  });

  test('is never at or below the kept release', () => {
    expect(chosen([release('2.1.0')], { of: { floor: '2.1.0' } })).not.toMatch(/^take/);
    expect(chosen([release('2.1.1')], { of: { floor: '2.1.0' } })).toBe('take 2.1.1');
  });

  test('goes back from a recalled one, whatever else there is', () => {
    expect(chosen([release('2.0.0', { recalled: true }), release('2.1.0')])).toBe('back 2.0.0');
  });

  test('takes no blocked one, and says why it was blocked', () => {
    const blocked = [
      { release: release('2.1.0').sha256, code: 'no-item', why: message('update.blocked.no-item') },
    ];
    const why = chosen([release('2.1.0'), release('2.0.1')], { of: { blocked: blocked as never } });
    expect(why).toContain(inEnglish(message('update.blocked.no-item')));
  });

  test('ignores the share when a person or the fleet asks, and takes just the version of the fleet', () => {
    const none = { rollout: { seed: 'a', share: 0 } };
    expect(chosen([release('2.1.0', none)], { isRequested: true })).toBe('take 2.1.0');
    const all = [release('2.1.0', none), release('2.2.0', none)];
    expect(chosen(all, { wanted: '2.1.0' })).toBe('take 2.1.0');
    expect(chosen(all, { wanted: '2.3.0' })).toContain('2.3.0');
  });
});

describe('a check for releases', () => {
  function checking(result: () => Promise<void> = async () => undefined) {
    const clock = new ManualClock();
    const lines: LogLine[] = [];
    const world = { isFree: true, count: 0, result };
    const checks = new Checks({
      clock,
      log: createLog((line) => lines.push(line)),
      check: () =>
        world.isFree
          ? async () => {
              world.count++;
              await world.result();
            }
          : null,
    });
    return { checks, clock, world, lines };
  }
  const fails =
    (kind: 'temporary' | 'permanent', code = 'update-source') =>
    async () =>
      Promise.reject(new VitrineError(kind, code, verbatim('no')));

  test('runs about two minutes after the start, and then about every hour', async () => {
    const { checks, clock, world } = checking();
    checks.start();
    await clock.advance(1.7 * minute);
    expect(world.count).toBe(0);
    await clock.advance(minute);
    expect(world.count).toBe(1);
    await clock.advance(10 * hour);
    expect(world.count).toBeGreaterThanOrEqual(9);
    expect(world.count).toBeLessThanOrEqual(13);
    await checks.stop();
    const before = world.count;
    await clock.advance(10 * hour);
    checks.soon();
    await clock.advance(10 * hour);
    expect(world.count).toBe(before);
  });

  test('runs at once when it is wanted, and after the one that runs', async () => {
    const { checks, clock, world } = checking();
    checks.soon();
    await clock.advance(0);
    expect(world.count).toBe(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    world.result = () => promise;
    checks.soon();
    await clock.advance(0);
    expect([world.count, checks.isRunning]).toEqual([2, true]);
    checks.soon();
    await clock.advance(minute);
    expect(world.count).toBe(2);
    resolve();
    await clock.advance(minute);
    expect([world.count, checks.isRunning]).toEqual([3, false]);
  });

  test('that is not possible now is left to the next hour', async () => {
    const { checks, clock, world } = checking();
    world.isFree = false;
    checks.soon();
    await clock.advance(0.8 * hour);
    expect(world.count).toBe(0);
    world.isFree = true;
    await clock.advance(0.4 * hour);
    expect(world.count).toBe(1);
  });

  test('that failed is repeated within minutes, later and later, up to an hour', async () => {
    const { checks, clock, world } = checking(fails('temporary'));
    const counts: number[] = [];
    checks.soon();
    for (const minutes of [0, 6, 11, 22, 44]) {
      await clock.advance(minutes * minute);
      counts.push(world.count);
    }
    expect(counts).toEqual([1, 2, 3, 4, 5]);
    await clock.advance(5 * minute);
    expect(world.count).toBe(5);
  });

  test('is reported as lasting at once when only a person can help, else after a day', async () => {
    const { checks, clock, world } = checking(fails('temporary'));
    checks.soon();
    await clock.advance(0);
    expect(checks.lastError).toMatchObject({ code: 'update-source', isLasting: false });
    await clock.advance(23 * hour);
    expect(checks.lastError?.isLasting).toBe(false);
    await clock.advance(3 * hour);
    expect(checks.lastError?.isLasting).toBe(true);
    world.result = async () => undefined;
    await clock.advance(2 * hour);
    expect(checks.lastError).toBeNull();
    world.result = fails('permanent');
    await clock.advance(2 * hour);
    expect(checks.lastError?.isLasting).toBe(true);
    world.result = fails('permanent', 'update-none');
    await clock.advance(2 * hour);
    expect(checks.lastError?.isLasting).toBe(false);
  });

  test('that the end of the player cuts off is no failure', async () => {
    const { checks, clock, world } = checking();
    const { promise, reject } = Promise.withResolvers<void>();
    world.result = () => promise;
    checks.soon();
    await clock.advance(0);
    const stopped = checks.stop();
    expect(checks.signal.aborted).toBe(true);
    reject(new VitrineError('temporary', 'update-source', verbatim('cut')));
    await stopped;
    expect(checks.lastError).toBeNull();
  });
});

describe('the limits of a trial', () => {
  const most = Math.max(2 * beforeIt.memoryBytes, beforeIt.memoryBytes + 256 * 1024 * 1024);

  test.each([
    ['memory', {}, { memoryBytes: most }, 'kept', { memoryBytes: most + 1 }, 'failed'],
    [
      'the first item',
      {},
      { items: 0, overdueMs: minute },
      'trying',
      { items: 0, overdueMs: minute + 1 },
      'failed',
    ],
    [
      'an item that does not end',
      {},
      { items: 2, litMs: 11 * minute, overdueMs: minute },
      'trying',
      { items: 2, litMs: 11 * minute, overdueMs: minute + 1 },
      'failed',
    ],
    [
      'the time with a display on',
      {},
      { items: 2, litMs: 10 * minute, overdueMs: 2 * minute },
      'trying',
      { items: 2, litMs: 10 * minute + 1, overdueMs: 2 * minute },
      'failed',
    ],
    ['changes of item', {}, { items: 2 }, 'trying', { items: 3 }, 'kept'],
    [
      'the time with nothing due',
      {},
      { items: 0, dueMs: 0, idleMs: minute },
      'trying',
      { items: 0, dueMs: 0, idleMs: minute + 1 },
      'doubted',
    ],
    [
      'the end of the idle time of the release before',
      { idleUntil: good.now - minute },
      { items: 0, dueMs: 0, idleMs: 5 * minute },
      'trying',
      { items: 0, dueMs: 0, idleMs: 5 * minute, now: good.now + 1 },
      'doubted',
    ],
    [
      'the time without the CMS',
      {},
      { hasCms: false, upMs: 30 * minute },
      'trying',
      { hasCms: false, upMs: 30 * minute + 1 },
      'doubted',
    ],
    ['ten minutes', {}, { upMs: 10 * minute - 1 }, 'trying', { upMs: 10 * minute }, 'kept'],
  ] as const)('leave %s just so much', (_, was, within, verdict, beyond, then) => {
    const before = { ...beforeIt, ...was };
    expect([judge(before, { ...good, ...within }).is, judge(before, { ...good, ...beyond }).is]).toEqual([
      verdict,
      then,
    ]);
  });

  test('name what is still missing', () => {
    expect(judge(beforeIt, { ...good, items: 0, upMs: minute, dueMs: minute, hasCms: false })).toEqual({
      is: 'trying',
      left: ['first item', 'two changes of item', 'ten minutes without trouble', 'the CMS'],
    });
  });
});

test('a player switches in its own moment of the window, and at any later time in it', () => {
  const window = { from: '23:00', to: '05:00' };
  const at = (time: string) => Date.parse(`2026-06-01T${time}:00Z`);
  const wait = untilSwitchMs(window, 'player-1', at('23:00'), 'UTC');
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThan(0.9 * 6 * hour);
  expect(untilSwitchMs(window, 'player-1', at('23:00') + wait, 'UTC')).toBe(0);
  expect(untilSwitchMs(window, 'player-1', at('23:00') + wait - 1, 'UTC')).toBe(1);
  expect(untilSwitchMs(window, 'player-1', at('23:00') + 6 * hour - 1, 'UTC')).toBe(0);
  // After the end it is the next evening's moment.
  expect(untilSwitchMs(window, 'player-1', at('23:00') + 6 * hour, 'UTC')).toBe(18 * hour + wait);
  const dark = untilSwitchInTheDarkMs('player-1', 0);
  expect([dark > 0, dark < hour]).toEqual([true, true]);
  expect(untilSwitchInTheDarkMs('player-1', dark)).toBe(0);
  expect(untilSwitchInTheDarkMs('player-1', 2 * hour)).toBe(0);
});
