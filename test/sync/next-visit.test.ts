import { describe, expect, test } from 'vitest';
import { type ErrorDetails, type ErrorKind, VitrineError } from '../../src/main/ground/errors.ts';
import { NextVisit } from '../../src/main/sync/next-visit.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';

const second = 1000;
const minute = 60 * second;
const interval = 10 * minute;

const failed = (kind: ErrorKind, code: string, message: string, details: ErrorDetails = {}) =>
  ({ kind: 'failed', error: new VitrineError(kind, code, verbatim(message), details) }) as const;
const refused = failed('auth', 'cms-unauthorised', 'The CMS does not accept the token (401).');
const forbidden = failed('permanent', 'cms-forbidden', 'The CMS does not allow it (403).');
const gone = (ref: string) => failed('permanent', 'playlist-gone', `The CMS has no playlist “${ref}”.`);
const outage = failed('temporary', 'cms-server-error', 'The CMS fails (503).');
const empty = { kind: 'empty' } as const;

function startedAt(random: () => number = () => 1) {
  const clock = new ManualClock();
  const next = new NextVisit({ clock, random });
  next.start();
  return { clock, next };
}

describe('a mistake in the CMS', () => {
  test.each([
    ['a refused token', refused],
    ['a missing right', forbidden],
    ['a playlist that is not there', gone('7')],
    ['a playlist without entries', empty],
  ])('%s is retried within 15 s for ten minutes, then ever later, up to five minutes', (_, outcome) => {
    const { clock, next } = startedAt();
    const delays: number[] = [];
    for (const age of [0, 5, 10, 20, 60, 200, 2000]) {
      clock.pass(age * minute - clock.monotonic());
      next.record(outcome);
      delays.push(next.delayMs(interval) / second);
    }
    expect(delays).toEqual([15, 15, 15, 30, 90, 300, 300]);
  });

  test('another answer restarts the quick retries', () => {
    const { clock, next } = startedAt();
    next.record(gone('7'));
    clock.pass(60 * minute);
    next.record(gone('7'));
    expect(next.delayMs(interval)).toBe(90 * second);
    next.record(gone('8'));
    expect(next.delayMs(interval)).toBe(15 * second);
    clock.pass(60 * minute);
    next.record(forbidden);
    expect(next.delayMs(interval)).toBe(15 * second);
    clock.pass(60 * minute);
    next.start();
    expect(next.delayMs(interval)).toBe(15 * second);
  });

  test('another wording of the same error does not restart the quick retries', () => {
    const { clock, next } = startedAt();
    next.record(forbidden);
    clock.pass(60 * minute);
    next.record(
      failed('permanent', 'cms-forbidden', 'The CMS does not allow it (403). It says: request 8e1f'),
    );
    expect(next.delayMs(interval)).toBe(90 * second);
  });

  test('jitter spreads a fleet, and a longer `Retry-After` is honoured', () => {
    const { next } = startedAt(() => 0);
    next.record(refused);
    expect(next.delayMs(interval)).toBe(7.5 * second);
    next.record(failed('permanent', 'cms-forbidden', 'No.', { retryAfterMs: 2 * minute }));
    expect(next.delayMs(interval)).toBe(2 * minute);
  });

  test('an empty playlist never delays the visit beyond the interval', () => {
    const { clock, next } = startedAt();
    next.record(empty);
    clock.pass(60 * minute);
    expect(next.delayMs(30 * second)).toBe(33 * second);
  });
});

test('a temporary failure is retried after 5 s, then after twice the time, up to five minutes or the interval', () => {
  const { next } = startedAt();
  const delays = Array.from({ length: 8 }, () => {
    next.record(outage);
    return next.delayMs(minute) / second;
  });
  expect(delays).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  expect(next.delayMs(interval)).toBe(interval);
  next.record(refused);
  next.record(outage);
  expect(next.delayMs(minute)).toBe(5 * second);
});
