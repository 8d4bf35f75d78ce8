import { describe, expect, test, vi } from 'vitest';
import type { Edition } from '../../src/main/edition/edition.ts';
import { emptyHoldings } from '../../src/main/edition/holdings.ts';
import { message } from '../../src/shared/languages/message.ts';
import { openLook } from '../support/look.ts';
import { edition, entry, playlist } from '../support/records.ts';
import { Rig } from './programmer-rig.ts';

const hour = 3600_000;

const daily = edition([
  playlist('p', [
    entry('1'),
    entry('2', { playRule: 'schedule', startTime: '09:00:00', endTime: '17:00:00' }),
    entry('3', { playRule: 'schedule', startDate: '2026-06-01' }),
  ]),
]);

describe('the programmer plans', () => {
  test('at each boundary, to the millisecond, and at no other time', () => {
    const rig = new Rig(daily, '2026-05-01T08:00:00.250Z');
    rig.programmer.start();
    expect(rig.playing).toBe('1');
    expect(rig.programmer.state.nextChangeAt).toBe(Date.parse('2026-05-01T09:00:00Z'));
    rig.clock.pass(hour - 251);
    expect(rig.emitted).toHaveLength(1);
    rig.clock.pass(1);
    expect(rig.emitted.map(({ at }) => at)).toEqual(['2026-05-01T08:00:00.250Z', '2026-05-01T09:00:00.000Z']);
    expect(rig.playing).toBe('1 2');
    rig.clock.pass(8 * hour);
    expect(rig.playing).toBe('1');
  });

  test('for a new edition, and emits nothing without a difference', () => {
    const rig = new Rig(daily, '2026-05-01T08:00:00Z');
    rig.programmer.start();
    rig.programmer.refresh('edition');
    rig.programmer.refresh('woke');
    expect(rig.emitted).toHaveLength(1);
    rig.edition = { ...edition([playlist('p', [entry('1'), entry('4')])]), id: 'next' };
    rig.programmer.refresh('edition');
    expect(rig.emitted).toHaveLength(2);
    expect(rig.emitted[1]?.programme.editionId).toBe('next');
  });

  test('for changed holdings, but not for every file of a hundred', () => {
    const rig = new Rig(daily, '2026-05-01T10:00:00Z');
    const all = rig.holdings;
    rig.holdings = emptyHoldings;
    rig.programmer.start();
    expect(rig.playing).toBe('');
    rig.clock.pass(1000);
    const ids = [...all.objects];
    for (let count = 0; count <= ids.length; count++) {
      rig.holdings = { ...all, objects: new Map(ids.slice(0, count)) };
      rig.programmer.refresh('holdings');
      rig.clock.pass(1);
    }
    expect(rig.emitted).toHaveLength(1);
    rig.clock.pass(300);
    expect(rig.playing).toBe('1 2');
    expect(rig.emitted).toHaveLength(2);
  });

  test('when the zone changes, in the CMS or in the system', () => {
    const rig = new Rig(daily, '2026-05-01T08:00:00Z');
    rig.programmer.start();
    expect(rig.playing).toBe('1');
    rig.systemZone = 'Europe/Berlin';
    rig.clock.pass(10_000);
    expect(rig.playing).toBe('1 2');
    rig.edition = { ...daily, id: 'zoned', settings: { ...daily.settings, timeZone: 'America/New_York' } };
    rig.programmer.refresh('edition');
    expect(rig.playing).toBe('1');
    expect(rig.programmer.state.zone).toBe('America/New_York');
  });

  test('when a boundary comes within the next 24 hours', () => {
    const rig = new Rig(daily, '2026-05-31T08:00:00Z');
    rig.programmer.start();
    const last = (): string =>
      new Date(rig.emitted.at(-1)?.programme.segments.at(-1)?.from ?? 0).toISOString();
    expect(last()).toBe('2026-06-01T00:00:00.000Z');
    rig.clock.pass(2.1 * hour);
    expect(last()).toBe('2026-06-01T09:00:00.000Z');
  });

  test('nothing after the stop', () => {
    const rig = new Rig(daily, '2026-05-01T08:00:00Z');
    rig.programmer.start();
    rig.programmer.stop();
    expect(rig.clock.waits).toEqual([]);
    rig.programmer.refresh('edition');
    rig.clock.pass(10 * hour);
    expect(rig.emitted).toHaveLength(1);
    expect(rig.clock.waits).toEqual([]);
  });
});

describe('the programmer survives', () => {
  test('a store that fails: the last programme stays, and planning is retried', () => {
    const rig = new Rig(daily, '2026-05-01T08:59:59Z');
    rig.programmer.start();
    rig.broken = true;
    rig.clock.pass(5 * 60_000);
    expect(rig.emitted).toHaveLength(1);
    expect(rig.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    rig.broken = false;
    rig.clock.pass(4000);
    expect(rig.playing).toBe('1 2');
  });

  test('an unknown zone: the next one is used, with a warning', () => {
    const zoned = { ...daily, settings: { ...daily.settings, timeZone: 'Mars/Olympus' } };
    const rig = new Rig(zoned, '2026-05-01T08:00:00Z', { timeZone: 'Europe/Berlin' });
    rig.programmer.start();
    expect(rig.programmer.state).toMatchObject({ zone: 'Europe/Berlin', from: 'configuration' });
    expect(rig.programmer.state.warnings[0]).toEqual(message('unknown-zone.cms', { zone: 'Mars/Olympus' }));
    expect(rig.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
    rig.systemZone = 'Nowhere/Else';
    const lost = new Rig(zoned, '2026-05-01T08:00:00Z');
    lost.systemZone = 'Nowhere/Else';
    lost.programmer.start();
    expect(lost.programmer.state).toMatchObject({ zone: 'UTC', from: 'fallback' });
  });

  test('a missing edition: nothing is emitted until there is one', () => {
    const rig = new Rig(null, '2026-05-01T08:00:00Z');
    rig.programmer.start();
    rig.clock.pass(hour);
    expect(rig.emitted).toHaveLength(0);
    expect(rig.programmer.report(null, null)).toBeNull();
  });

  test('a screen that the edition no longer names: it gets an empty programme', () => {
    const rig = new Rig(daily, '2026-05-01T08:00:00Z');
    rig.programmer.start();
    rig.edition = { ...daily, id: 'none', screens: {} };
    rig.programmer.refresh('edition');
    expect(rig.playing).toBe('');
    expect(rig.emitted.at(-1)?.screenId).toBe('1');
  });
});

describe('a plan that takes long', () => {
  const long = (id: string, screens = { '1': 'p' }) => ({
    ...edition([
      playlist(
        'p',
        Array.from({ length: 3_000 }, (_, n) => entry(String(n))),
      ),
    ]),
    id,
    screens,
  });
  /** Each look at the clock comes 30 ms later. */
  const slow = (start: Edition): Rig => {
    const rig = new Rig(start, '2026-05-01T08:00:00Z');
    const monotonic = rig.clock.monotonic.bind(rig.clock);
    vi.spyOn(rig.clock, 'monotonic').mockImplementation(() => {
      rig.clock.freeze(30);
      return monotonic();
    });
    return rig;
  };
  /** Gives it one slice after the other; returns their number. */
  const slices = (rig: Rig, isOver: () => boolean): number => {
    let count = 0;
    for (; !isOver(); count++) rig.clock.pass(0);
    return count;
  };

  test('is made in slices, and is the same as at once', () => {
    const rig = slow(long('a'));
    rig.programmer.start();
    expect(rig.emitted).toEqual([]);
    expect(slices(rig, () => rig.emitted.length > 0)).toBeGreaterThan(3);
    const quick = new Rig(long('a'), '2026-05-01T08:00:00Z');
    quick.programmer.start();
    expect(rig.emitted[0]?.programme.id).toBe(quick.emitted[0]?.programme.id);
    expect(rig.playing).toBe(quick.playing);
  });

  test('starts over for a new edition, and the one before is not emitted', () => {
    const rig = slow(long('a'));
    rig.programmer.start();
    rig.clock.pass(0);
    rig.edition = long('b');
    rig.programmer.refresh('edition');
    slices(rig, () => rig.emitted.length > 0);
    rig.clock.pass(1000);
    expect(rig.emitted.map(({ programme }) => programme.editionId)).toEqual(['b']);
  });

  test('comes to its end before it is made again for changed holdings', () => {
    const rig = slow(long('a'));
    rig.programmer.start();
    for (let files = 0; files < 3; files++) {
      rig.clock.pass(0);
      rig.programmer.refresh('holdings');
    }
    const all = rig.holdings;
    rig.holdings = { ...all, objects: new Map([...all.objects].slice(0, 10)) };
    slices(rig, () => rig.emitted.length > 0);
    expect(rig.emitted[0]?.programme.cues).toHaveLength(3_000);
    rig.clock.pass(1000);
    expect(rig.emitted.map(({ programme }) => programme.cues.length)).toEqual([3_000, 10]);
  });

  test('ends with the programmer', () => {
    const rig = slow(long('a'));
    rig.programmer.start();
    rig.clock.pass(0);
    rig.programmer.stop();
    expect(rig.clock.waits).toEqual([]);
    rig.clock.pass(10_000);
    expect(rig.emitted).toEqual([]);
  });

  test('is retried when it fails half way', () => {
    const rig = slow(long('a'));
    const { objects } = rig.holdings;
    rig.holdings = {
      ...rig.holdings,
      get objects() {
        if (rig.broken) throw new Error('the disk is gone');
        return objects;
      },
    };
    rig.programmer.start();
    rig.broken = true;
    slices(rig, () => rig.lines.some(({ level }) => level === 'error'));
    rig.broken = false;
    rig.clock.pass(3_000);
    slices(rig, () => rig.emitted.length > 0);
    expect(rig.emitted[0]?.programme.cues).toHaveLength(3_000);
  });
});

describe('a clock that cannot be trusted', () => {
  test('makes dated entries wait if it shows a year before 2025', () => {
    const rig = new Rig(daily, '1970-01-01T10:00:00Z');
    rig.programmer.start();
    expect(rig.playing).toBe('1');
    expect(rig.programmer.state.distrust).toBe('before-2025');
    rig.clock.set('2026-06-01T10:00:00Z');
    rig.programmer.refresh('woke');
    expect(rig.playing).toBe('1 2 3');
    expect(rig.programmer.state).toMatchObject({ distrust: null, warnings: [] });
  });

  test('makes dated entries wait if it differs from the CMS by more than a day', () => {
    const rig = new Rig(daily, '2026-06-03T10:00:00Z');
    rig.programmer.start();
    expect(rig.playing).toBe('1 2 3');
    rig.serverTime = { date: Date.parse('2026-06-01T09:59:00Z'), sinceBoot: rig.clock.sinceBoot() };
    rig.clock.pass(10_000);
    expect(rig.programmer.state.distrust).toBe('contradicted');
    expect(rig.playing).toBe('1');
    // The answer ages by the steady clock.
    rig.clock.set('2026-06-01T10:00:00Z');
    rig.programmer.refresh('woke');
    expect(rig.programmer.state.distrust).toBeNull();
    rig.clock.pass(3 * hour);
    expect(rig.programmer.state.distrust).toBeNull();
  });

  test('does not affect a report for a given instant', () => {
    const rig = new Rig(daily, '1970-01-01T10:00:00Z');
    rig.programmer.start();
    expect(rig.programmer.report(null, null)?.excluded.map(({ reason }) => reason)).toEqual([
      'clock-not-trusted',
      'clock-not-trusted',
    ]);
    const requested = rig.programmer.report('2026-06-01T12:00', null);
    expect(requested).toMatchObject({ at: '2026-06-01T12:00:00.000Z', excluded: [], zone: 'UTC' });
  });
});

test('settings accompany every programme, and a change of settings alone is emitted', () => {
  const rig = new Rig(daily, '2026-05-01T08:00:00Z');
  rig.programmer.start();
  expect(rig.emitted[0]?.settings.volume).toBe(1);
  rig.edition = { ...daily, settings: { ...daily.settings, volume: 40 } };
  rig.programmer.refresh('edition');
  expect(rig.emitted[1]?.settings.volume).toBe(0.4);
  expect(rig.emitted[1]?.programme.id).toBe(rig.emitted[0]?.programme.id);
});

describe('several screens', () => {
  const look = openLook;

  test('each get their own programme and settings', () => {
    const two = {
      ...edition([playlist('p', [entry('1')]), playlist('q', [entry('2')])]),
      screens: { left: 'p', right: 'q' },
    };
    const rig = new Rig(two, '2026-05-01T08:00:00Z', {
      screens: [
        { id: 'left', display: 0, playlist: null, look },
        { id: 'right', display: 1, playlist: 'q', look: { ...look, rotation: 90 } },
      ],
    });
    rig.programmer.start();
    const reported = rig.emitted.map(({ screenId, programme, settings }) => [
      screenId,
      programme.screenId,
      programme.cues.map(({ entryId }) => entryId),
      settings.rotation,
    ]);
    expect(reported).toEqual([
      ['left', 'left', ['1'], 0],
      ['right', 'right', ['2'], 90],
    ]);
    expect(rig.programmer.report(null, 'right')?.cues).toMatchObject([{ entryId: '2' }]);
  });
});
