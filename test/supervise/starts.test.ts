import { describe, expect, test } from 'vitest';
import {
  alive,
  begun,
  ended,
  failingMs,
  isSafe,
  machineRestarted,
  mayRestartMachine,
  noStarts,
  ofRelease,
  parseStarts,
  proven,
  type Starts,
} from '../../src/main/supervise/starts.ts';

const minute = 60_000;
const hour = 60 * minute;
const t0 = Date.parse('2026-06-01T08:00:00Z');

const well = (edition: string) => ({
  edition,
  browser: 'Chromium 156',
  vitrine: '1.0.0',
  kernel: 'Linux 6.1',
});

/** Starts that all fail, a minute apart. */
function failing(times: number, from: Starts = noStarts, at = t0): Starts {
  return Array.from({ length: times }).reduce<Starts>(
    (starts, _, index) => begun(starts, at + index * minute),
    from,
  );
}

describe('safe mode', () => {
  test('begins with the fourth start in a row, when three have failed', () => {
    expect([1, 2, 3, 4].map((times) => isSafe(failing(times)))).toEqual([false, false, false, true]);
    expect(failing(4)).toMatchObject({
      count: 4,
      safe: { since: t0 + 3 * minute, tryAt: t0 + 3 * minute + hour },
    });
  });

  test('does not begin for failures of the previous release', () => {
    const starts = [1, 2, 3].reduce<Starts>(
      (all, at) => begun(ofRelease(all, 'b'), t0 + at * minute),
      noStarts,
    );
    expect(begun(ofRelease(starts, 'a'), t0 + 4 * minute)).toMatchObject({
      count: 1,
      safe: null,
      release: 'a',
    });
    expect(begun(ofRelease(starts, 'b'), t0 + 4 * minute)).toMatchObject({ count: 4, release: 'b' });
  });

  test('does not begin when one of them painted for a minute, ended on purpose, or long ago', () => {
    expect(failing(2, proven(failing(3), well('a'), t0 + 3 * minute), t0 + 4 * minute).safe).toBeNull();
    expect(failing(1, ended(failing(3), t0 + 3 * minute), t0 + 4 * minute).safe).toBeNull();
    expect(failing(2, failing(3), t0 + 3 * hour)).toMatchObject({ count: 2, safe: null });
    const third = failing(3);
    expect(begun(third, third.at + 10 * minute).count).toBe(4);
    expect(begun(third, third.at + 10 * minute + 1).count).toBe(1);
  });

  test('begins on a machine whose clock begins at 1970 with each start, too', () => {
    const starts = [t0, 10_000, 20_000, 15_000].reduce(begun, noStarts);
    expect(isSafe(starts)).toBe(true);
  });

  test('tries a normal start after 1 hour, then after 2, 4, 6 and 6 hours', () => {
    let starts = failing(4);
    const rests: number[] = [];
    for (let round = 0; round < 5; round++) {
      const { safe } = starts;
      if (safe === null) throw new Error('it has to be in safe mode');
      rests.push(safe.restMs / hour);
      expect(isSafe(begun(starts, safe.tryAt - 1))).toBe(true);
      const trying = begun(starts, safe.tryAt);
      expect([trying.safe?.isTrying, isSafe(trying)]).toEqual([true, false]);
      starts = begun(trying, safe.tryAt + minute);
      expect(isSafe(starts)).toBe(true);
    }
    expect(rests).toEqual([1, 2, 4, 6, 6]);
  });

  test('ends when the try paints for a minute, and repeats a try that a person cut short', () => {
    const safe = failing(4);
    const trying = begun(safe, t0 + 2 * hour);
    expect(proven(trying, well('a'), t0 + 2 * hour + minute)).toMatchObject({
      count: 0,
      safe: null,
      provenEdition: 'a',
    });
    const cutShort = ended(trying, t0 + 2 * hour + 1);
    expect(begun(cutShort, t0 + 2 * hour + 2).safe?.isTrying).toBe(true);
  });

  test('proves no edition, and counts its own failed starts', () => {
    const safe = { ...failing(4), provenEdition: 'a' };
    expect(proven(safe, well('b'), t0 + 5 * minute)).toMatchObject({
      count: 0,
      provenEdition: 'a',
      safe: { failed: 0 },
    });
    expect(failing(2, safe, t0 + 5 * minute).safe?.failed).toBe(2);
  });
});

test('a failed normal start keeps the failures of safe mode before it', () => {
  const twice = failing(2, failing(4), t0 + 10 * minute);
  expect(twice.safe?.failed).toBe(2);
  const trying = begun(alive(twice, t0 + 2 * hour - minute), t0 + 2 * hour);
  expect(trying.safe?.isTrying).toBe(true);
  expect(begun(trying, t0 + 2 * hour + minute).safe).toMatchObject({ isTrying: false, failed: 3 });
});

test('the machine restarts at most once in 6 hours and twice a day, whatever the clock does', () => {
  const may = (...restarts: number[]) =>
    mayRestartMachine({ ...noStarts, machineRestarts: restarts }, t0, minute);
  expect(may()).toBe(true);
  expect(may(t0 - 7 * hour)).toBe(true);
  expect(may(t0 - 5 * hour)).toBe(false);
  expect(may(t0 - 20 * hour, t0 - 7 * hour)).toBe(false);
  expect(may(t0 - 25 * hour, t0 - 7 * hour)).toBe(true);
  expect(may(t0 + hour)).toBe(false);
  expect(machineRestarted({ ...noStarts, machineRestarts: [1, 2] }, 3).machineRestarts).toEqual([2, 3]);
});

test('the kept starts are read back unchanged, and garbage counts as none', () => {
  const starts = machineRestarted(failing(5), t0);
  expect(parseStarts(JSON.parse(JSON.stringify(starts)))).toEqual(starts);
  for (const garbage of [null, 7, {}, { ...starts, count: -1 }, { ...starts, at: 'x' }])
    expect(parseStarts(garbage)).toEqual(noStarts);
});

test('how long starts have failed in a row is counted on this boot alone, also under a clock that was set back', () => {
  const first = begun(noStarts, t0);
  const third = begun(begun(first, t0 + 5 * minute), t0 + 10 * minute);
  const sinceBoot = 600 * minute;
  expect(failingMs(third, t0 + 12 * minute, sinceBoot)).toBe(12 * minute);
  expect(failingMs(third, t0 + 12 * minute, 3 * minute)).toBe(3 * minute);
  expect(failingMs(third, t0 - 900 * minute, sinceBoot)).toBe(sinceBoot);
  const later = begun(third, t0 + 60 * minute);
  expect(failingMs(later, t0 + 61 * minute, sinceBoot)).toBe(minute);
  expect(failingMs({ ...third, rowSince: null }, t0, sinceBoot)).toBe(0);
});
