import { expect, test } from 'vitest';
import { sleep } from '../../src/main/ground/clock.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { DailyRenewal } from '../../src/main/supervise/daily-renewal.ts';
import { forEver, startWithRetries, whileSupervised } from '../../src/main/supervise/retried-start.ts';
import { isSupervised } from '../../src/main/supervise/supervised.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';

const log = createLog(() => undefined);

/** The instants of the next days, looked at every minute, at which it is due. */
function due(at: string | null, from: string, days = 3): readonly string[] {
  const clock = new ManualClock({ at: from });
  const renewal = new DailyRenewal(clock, at);
  const found: string[] = [];
  for (let minute = 0; minute < days * 24 * 60; minute++) {
    if (renewal.isDue('Europe/Berlin')) found.push(new Date(clock.now()).toISOString().slice(0, 16));
    clock.pass(60_000);
  }
  return found;
}

test('the renewal is due once a day at its local time, also across a clock change', () => {
  expect(due('04:00', '2026-03-28T12:00:00Z')).toEqual([
    '2026-03-29T02:00',
    '2026-03-30T02:00',
    '2026-03-31T02:00',
  ]);
  expect(due(null, '2026-03-28T12:00:00Z')).toEqual([]);
});

test('a player that started within that hour needs no renewal', () => {
  expect(due('04:00', '2026-06-01T02:30:00Z', 1)).toEqual(['2026-06-02T02:00']);
});

test('a browser that does not start is retried with backoff, and given up only where something restarts the player', async () => {
  const clock = new ManualClock();
  const at: number[] = [];
  const start = async (failures: number) => {
    at.push(clock.monotonic());
    if (failures < 3) throw new VitrineError('temporary', 'browser-silent', verbatim('no'));
    return 'up';
  };
  const { signal } = new AbortController();
  const needs = { clock, log, start, signal };
  const started = startWithRetries({ ...needs, ...forEver });
  await clock.advance(10_000);
  expect([await started, at]).toEqual(['up', [0, 500, 1500, 3500]]);
  const given = expect(startWithRetries({ ...needs, ...forEver, mostFailures: 3 })).rejects.toMatchObject({
    code: 'browser-silent',
  });
  await clock.advance(10_000);
  await given;
  const usage = () => Promise.reject(new VitrineError('usage', 'no-chromium', verbatim('none')));
  await expect(startWithRetries({ ...needs, start: usage, ...forEver })).rejects.toMatchObject({
    code: 'no-chromium',
  });
});

test('a browser that hangs at each start is given up after a limit of time', async () => {
  const clock = new ManualClock();
  const { signal } = new AbortController();
  let tries = 0;
  const start = async () => {
    tries++;
    await sleep(clock, 60_000);
    throw new VitrineError('temporary', 'browser-silent', verbatim('no'));
  };
  const given = expect(
    startWithRetries({ clock, log, start, signal, ...whileSupervised(1) }),
  ).rejects.toMatchObject({ code: 'browser-silent' });
  await clock.advance(10 * 60_000);
  await given;
  expect(tries).toBe(4);
});

test('a player is supervised where systemd started it, or where the environment says so', () => {
  expect(isSupervised({}, 10, 9)).toBe(false);
  expect(isSupervised({ SYSTEMD_EXEC_PID: '10' }, 10, 9)).toBe(true);
  expect(isSupervised({ SYSTEMD_EXEC_PID: '9' }, 10, 9)).toBe(true);
  // A terminal that was started by a service hands its variables on.
  expect(isSupervised({ SYSTEMD_EXEC_PID: '8' }, 10, 9)).toBe(false);
  expect(isSupervised({ VITRINE_SUPERVISED: '1' }, 10, 9)).toBe(true);
  expect(isSupervised({ VITRINE_SUPERVISED: '0', SYSTEMD_EXEC_PID: '10' }, 10, 9)).toBe(false);
});
