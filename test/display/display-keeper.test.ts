import { beforeEach, describe, expect, test } from 'vitest';
import { DisplayKeeper, type DisplayPlan } from '../../src/main/display/display-keeper.ts';
import { failedPower, type PowerResult, type PowerSwitch } from '../../src/main/display/power.ts';
import { shopZone } from '../../src/main/display/shop-zone.ts';
import { readHours } from '../../src/main/edition/hours.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { message, verbatim } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';

const shop = readHours({ daily: '08:00-20:00' });
let clock: ManualClock;
let lines: LogLine[];
let black: Record<string, boolean>;
let requested: string[];
let zone: string | null;
let more: readonly string[];
let answer: (wanted: 'on' | 'off') => PowerResult;

beforeEach(() => {
  clock = new ManualClock({ at: '2026-06-01T07:59:30Z' });
  lines = [];
  black = {};
  requested = [];
  zone = 'UTC';
  more = [];
  answer = (wanted) => ({ state: wanted === 'on' ? 'on' : 'standby', why: null });
});

function power(name: string): PowerSwitch {
  return {
    name,
    set: async (wanted) => {
      requested.push(`${name} ${wanted}`);
      return answer(wanted);
    },
  };
}

function keeper(plans: readonly DisplayPlan[] = [{ screenId: '1', hours: shop, switches: [power('cec')] }]) {
  return new DisplayKeeper({
    clock,
    log: createLog((line) => lines.push(line)),
    plans,
    screens: () => more,
    common: [power('display')],
    zone: () => zone,
    black: (screenId, isBlack) => {
      black[screenId] = isBlack;
    },
  });
}

async function pass(kept: DisplayKeeper, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    kept.look();
    await clock.advance(1_000);
  }
}

test('what was set by hand under a clock that was ahead ends with the next boundary of the clock that is right', async () => {
  clock.set('2038-06-01T12:00:00Z');
  const kept = keeper();
  kept.byHand('off');
  clock.set('2026-06-01T12:00:00Z');
  await pass(kept, 1);
  expect(kept.report().byHand).toEqual({ wanted: 'off', until: '2026-06-01T20:00:00.000Z' });
  clock.set('2026-06-02T08:00:00Z');
  await pass(kept, 1);
  expect([black, kept.report().byHand]).toEqual([{ 1: false }, null]);
});

test('off by hand counts only where the plan wants a display on, and ends with the plan’s next change', async () => {
  const kept = keeper();
  kept.byHand('off');
  expect([kept.offByHand, kept.wanted('1')]).toEqual([null, 'off']);
  await pass(kept, 60);
  expect([kept.offByHand, kept.wanted('1')]).toEqual([null, 'on']);
  kept.byHand('off');
  expect(kept.offByHand).toEqual({ until: '2026-06-01T20:00:00.000Z' });
  kept.byHand('on');
  expect(kept.offByHand).toBeNull();
  kept.byHand('off');
  kept.byHand('auto');
  expect(kept.offByHand).toBeNull();
  const always = keeper([{ screenId: '1', hours: null, switches: [] }]);
  always.byHand('off');
  expect(always.offByHand).toEqual({ until: null });
  // What waits is sent before the next test.
  await pass(kept, 1);
});

test('a display is off until its hours begin, and the command is repeated every five minutes', async () => {
  const kept = keeper();
  await pass(kept, 30);
  expect([black, requested]).toEqual([{ 1: true }, ['cec off', 'display off']]);
  await pass(kept, 10);
  expect([black, requested.slice(2)]).toEqual([{ 1: false }, ['cec on', 'display on']]);
  await pass(kept, 900);
  expect(requested.slice(4)).toEqual(
    ['cec on', 'display on', 'cec on', 'display on', 'cec on', 'display on'].slice(0, requested.length - 4),
  );
  expect(requested.length).toBeGreaterThanOrEqual(8);
});

test('a clock that leaps over an edge is no excuse', async () => {
  const kept = keeper();
  await pass(kept, 2);
  clock.set('2026-06-01T12:00:00Z');
  kept.look();
  expect(black).toEqual({ 1: false });
  clock.set('2026-06-01T23:00:00Z');
  kept.look();
  expect(black).toEqual({ 1: true });
});

test('a clock that is not trusted means on', () => {
  zone = null;
  keeper().look();
  expect(black).toEqual({ 1: false });
});

test('the displays sleep only together, where one switch has all of them', async () => {
  const kept = keeper([
    { screenId: '1', hours: shop, switches: [] },
    { screenId: '2', hours: null, switches: [] },
  ]);
  await pass(kept, 5);
  expect([black, requested]).toEqual([{ 1: true, 2: false }, ['display on']]);
});

test('screens that show the same as the first one are off with it', () => {
  more = ['1', '2'];
  keeper().look();
  expect(black).toEqual({ 1: true, 2: true });
});

test('without hours nobody meddles with the power of the displays', async () => {
  const kept = keeper([{ screenId: '1', hours: null, switches: [] }]);
  await pass(kept, 600);
  expect([black, requested]).toEqual([{ 1: false }, []]);
  kept.byHand('off');
  await clock.advance(0);
  expect([black, requested]).toEqual([{ 1: true }, ['display off']]);
});

describe('by hand', () => {
  test('holds until the plan says something else the next time', async () => {
    const kept = keeper();
    kept.byHand('on');
    expect([black, kept.report().byHand]).toEqual([
      { 1: false },
      { wanted: 'on', until: '2026-06-01T08:00:00.000Z' },
    ]);
    expect(kept.report().screens[0]?.until).toBe('2026-06-01T08:00:00.000Z');
    await pass(kept, 60);
    expect(kept.report().byHand).toBeNull();
    expect(kept.report().screens[0]).toMatchObject({ wanted: 'on', until: '2026-06-01T20:00:00.000Z' });
    kept.byHand('off');
    await pass(kept, 3_600);
    expect([black, kept.report().byHand]).toEqual([
      { 1: true },
      { wanted: 'off', until: '2026-06-01T20:00:00.000Z' },
    ]);
    kept.byHand('auto');
    expect([black, kept.report().byHand]).toEqual([{ 1: false }, null]);
  });

  test('under a clock that is not trusted holds until the first change of the plan under one that is', async () => {
    clock.set('1970-01-01T00:00:00Z');
    zone = null;
    const kept = keeper();
    kept.byHand('off');
    clock.set('2026-06-01T12:00:00Z');
    zone = 'UTC';
    await pass(kept, 2);
    expect(kept.offByHand).toEqual({ until: '2026-06-01T20:00:00.000Z' });
    clock.set('2026-06-02T12:00:00Z');
    await pass(kept, 2);
    expect([black, kept.report().byHand]).toEqual([{ 1: false }, null]);
  });

  test('during a long holiday holds until its end', async () => {
    const closed = Array.from({ length: 20 }, (_, day) => [
      `2026-06-${String(day + 1).padStart(2, '0')}`,
      'off',
    ]);
    const hours = readHours({ daily: '08:00-20:00', ...Object.fromEntries(closed) });
    const kept = keeper([{ screenId: '1', hours, switches: [] }]);
    kept.byHand('on');
    expect(kept.report().byHand?.until).toBeNull();
    for (const day of ['10', '20', '22']) {
      clock.set(`2026-06-${day}T22:00:00Z`);
      await pass(kept, 2);
    }
    expect([black, kept.report().byHand]).toEqual([{ 1: true }, null]);
  });

  test('holds for good where there is no plan', () => {
    const kept = keeper([{ screenId: '1', hours: null, switches: [] }]);
    kept.byHand('off');
    clock.set('2027-01-01T00:00:00Z');
    expect(kept.report()).toMatchObject({
      screens: [{ wanted: 'off', until: null }],
      byHand: { until: null },
    });
  });
});

test('a display that does not obey gets the command again sooner; each result is reported once', async () => {
  answer = () => ({ state: 'unknown', why: verbatim('no device') });
  const kept = keeper();
  await pass(kept, 29);
  expect(requested).toEqual(['cec off', 'display off']);
  answer = (wanted) => ({ state: wanted === 'on' ? 'on' : 'standby', why: null });
  clock.set('2026-06-01T07:00:00Z');
  await pass(kept, 40);
  expect(requested.slice(2)).toEqual(['cec off', 'display off']);
  expect(kept.report().switches).toMatchObject([
    { name: 'cec', screenId: '1', state: 'standby', why: null },
    { name: 'display', screenId: null, state: 'standby', why: null },
  ]);
  expect(lines.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'The display was switched off, but reports unknown'],
    ['warn', 'The display was switched off, but reports unknown'],
    ['info', 'The display is standby'],
    ['info', 'The display is standby'],
  ]);
});

test('a switch that throws or never answers does not end the switching of the others', async () => {
  let mode: 'throws' | 'hangs' | 'works' = 'throws';
  const odd: PowerSwitch = {
    name: 'odd',
    set: (wanted) => {
      if (mode === 'throws') throw new Error('hung up');
      if (mode === 'hangs') return new Promise(() => undefined);
      return power('odd').set(wanted);
    },
  };
  const kept = keeper([{ screenId: '1', hours: shop, switches: [odd, power('cec')] }]);
  await pass(kept, 2);
  expect([requested, kept.failing]).toEqual([
    ['cec off', 'display off'],
    message('internal', { text: 'hung up' }),
  ]);
  expect(kept.report().switches[0]).toMatchObject({
    name: 'odd',
    state: 'unknown',
    why: message('internal', { text: 'hung up' }),
  });
  mode = 'hangs';
  clock.set('2026-06-01T08:00:00Z');
  await pass(kept, 70);
  expect([requested.splice(0).slice(-2), kept.failing]).toEqual([
    ['cec on', 'display on'],
    message('display-silent', { limit: 60_000 }),
  ]);
  mode = 'works';
  await pass(kept, 60);
  expect([requested, kept.failing]).toEqual([expect.arrayContaining(['odd on', 'cec on']), null]);
});

test("the shop's zone is the engine's, and the configuration's until that is known", () => {
  const withClock = (trusted: boolean) => ({ clock: { trusted, zone: 'Asia/Tokyo' } });
  const now = Date.parse('2026-06-01T00:00:00Z');
  expect(shopZone(withClock(true), 'Europe/Berlin', now)).toBe('Asia/Tokyo');
  expect(shopZone(withClock(false), 'Europe/Berlin', now)).toBeNull();
  expect(shopZone(null, 'Europe/Berlin', now)).toBe('Europe/Berlin');
  expect(shopZone(null, 'Europe/Berlin', 5_000)).toBeNull();
});

test('other hours hold at once, wake displays where there are none any more, and move the end of a manual setting', async () => {
  const kept = keeper();
  await pass(kept, 1);
  expect(black['1']).toBe(true);
  kept.follow([{ screenId: '1', hours: readHours({ daily: '07:00-20:00' }), switches: [power('cec')] }]);
  expect(black['1']).toBe(false);
  kept.byHand('off');
  expect(kept.report().byHand?.until).toBe('2026-06-01T20:00:00.000Z');
  kept.follow([{ screenId: '1', hours: readHours({ daily: '07:00-12:00' }), switches: [power('cec')] }]);
  expect(kept.report().byHand?.until).toBe('2026-06-01T12:00:00.000Z');
  kept.byHand('auto');
  kept.follow([{ screenId: '1', hours: readHours({ daily: 'off' }), switches: [power('cec')] }]);
  await pass(kept, 1);
  requested = [];
  kept.follow([{ screenId: '1', hours: null, switches: [power('cec')] }]);
  await pass(kept, 1);
  expect([black['1'], requested]).toEqual([false, ['cec on', 'display on']]);
});

test('a switch that the plan no longer has is not reported as failing, even if its last command fails afterwards', async () => {
  const late = Promise.withResolvers<PowerResult>();
  const cec: PowerSwitch = { name: 'cec', set: () => late.promise };
  const ddc: PowerSwitch = { name: 'ddc', set: async () => failedPower(verbatim('no monitor')) };
  const kept = keeper([{ screenId: '1', hours: shop, switches: [ddc, cec] }]);
  await pass(kept, 2);
  expect(kept.failing).toEqual(verbatim('no monitor'));
  kept.follow([{ screenId: '1', hours: shop, switches: [] }]);
  late.resolve(failedPower(verbatim('no device')));
  await pass(kept, 20);
  expect([kept.failing, kept.report().switches.map(({ name }) => name)]).toEqual([null, ['display']]);
});
