import { describe, expect, test } from 'vitest';
import { DownloadHours, openingAt } from '../../src/main/download/hours.ts';
import { ManualClock } from '../support/manual-clock.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 0, 1, 12);

describe('the download hours', () => {
  test.each([
    [null, true, null],
    [{ from: '22:00', to: '06:00' }, false, 600],
    [{ from: '20:00', to: '12:30' }, true, 30],
    [{ from: '20:00', to: '12:00' }, false, 480],
    [{ from: '08:00', to: '18:00' }, true, 360],
    [{ from: '12:00', to: '11:00' }, true, 23 * 60],
    [{ from: '12:00', to: '13:00' }, true, 60],
    [{ from: '13:00', to: '14:00' }, false, 60],
    [{ from: '10:00', to: '12:00' }, false, 22 * 60],
    [{ from: '12:00', to: '12:00' }, true, null],
    [{ from: 'x', to: '14:00' }, true, null],
    [{ from: '13:00', to: 'y' }, true, null],
  ])('%j allow downloads at noon: %s, for %s minutes', (hours, isOpen, minutes) => {
    const changesInMs = minutes === null ? null : minutes * minute;
    expect(openingAt(hours, noon, 'UTC')).toEqual({ isOpen, changesInMs });
  });
});

describe('the hours', () => {
  function held() {
    const clock = new ManualClock({ at: noon });
    const reports: (readonly [isOpen: boolean, minutes: number])[] = [];
    const hours = new DownloadHours(clock, { from: '13:00', to: '14:00' }, (isOpen) => {
      reports.push([isOpen, clock.monotonic() / minute]);
    });
    return { clock, hours, reports };
  }

  test('open and close for downloads that may wait', () => {
    const { clock, hours, reports } = held();
    hours.set(true, 'Europe/Berlin');
    expect(reports.splice(0)).toEqual([[true, 0]]);
    hours.set(true, 'UTC');
    expect(clock.waits).toHaveLength(1);
    clock.pass(24 * 60 * minute);
    expect(reports).toEqual([
      [false, 0],
      [true, 60],
      [false, 120],
    ]);
  });

  test('are open all day for downloads that may not wait', () => {
    const { clock, hours, reports } = held();
    hours.set(false, 'UTC');
    expect(reports).toEqual([[true, 0]]);
    expect(clock.waits).toEqual([]);
  });

  test('stay closed during a pause', () => {
    const { clock, hours, reports } = held();
    hours.set(false, 'UTC');
    hours.pause(true);
    hours.set(true, 'UTC');
    clock.pass(90 * minute);
    expect(reports.slice(1).map(([isOpen]) => isOpen)).toEqual([false, false, false]);
    hours.pause(false);
    expect(reports.at(-1)).toEqual([true, 90]);
  });

  test('report nothing after the end', () => {
    const { clock, hours } = held();
    hours.set(true, 'UTC');
    hours.end();
    expect(clock.waits).toEqual([]);
  });
});
