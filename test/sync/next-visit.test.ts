import { describe, expect, test } from 'vitest';
import { type ErrorDetails, type ErrorKind, VitrineError } from '../../src/main/ground/errors.ts';
import { NextVisit } from '../../src/main/sync/next-visit.ts';
import { ManualClock } from '../support/manual-clock.ts';

const second = 1000;
const minute = 60 * second;
const interval = 10 * minute;

const failed = (kind: ErrorKind, code: string, message: string, details: ErrorDetails = {}) =>
  ({ kind: 'failed', error: new VitrineError(kind, code, message, details) }) as const;
const refused = failed('auth', 'cms-unauthorised', 'The CMS does not accept the token (401).');
const forbidden = failed('permanent', 'cms-forbidden', 'The CMS does not allow it (403).');
const gone = (ref: string) => failed('permanent', 'playlist-gone', `The CMS has no playlist “${ref}”.`);
const outage = failed('temporary', 'cms-server-error', 'The CMS fails (503).');
const empty = { kind: 'empty' } as const;

function startedAt(random: () => number = () => 1) {
  const clock = new ManualClock();
  const next = new NextVisit({ clock, random });
  next.begins();
  return { clock, next };
}

describe('what a person has to mend in the CMS', () => {
  test.each([
    ['a refused token', refused],
    ['a missing right', forbidden],
    ['a playlist that is not there', gone('7')],
    ['a playlist without entries', empty],
  ])('%s: asked again within 15 s for ten minutes, then ever later, up to five minutes', (_, outcome) => {
    const { clock, next } = startedAt();
    const delays: number[] = [];
    for (const age of [0, 5, 10, 20, 60, 200, 2000]) {
      clock.pass(age * minute - clock.monotonic());
      next.came(outcome);
      delays.push(next.delayMs(interval) / second);
    }
    expect(delays).toEqual([15, 15, 15, 30, 90, 300, 300]);
  });

  test('another answer means that somebody is at it again', () => {
    const { clock, next } = startedAt();
    next.came(gone('7'));
    clock.pass(60 * minute);
    next.came(gone('7'));
    expect(next.delayMs(interval)).toBe(90 * second);
    next.came(gone('8'));
    expect(next.delayMs(interval)).toBe(15 * second);
    clock.pass(60 * minute);
    next.came(forbidden);
    expect(next.delayMs(interval)).toBe(15 * second);
    clock.pass(60 * minute);
    next.begins();
    expect(next.delayMs(interval)).toBe(15 * second);
  });

  test('words of the CMS that differ each time are no other answer', () => {
    const { clock, next } = startedAt();
    next.came(forbidden);
    clock.pass(60 * minute);
    next.came(failed('permanent', 'cms-forbidden', 'The CMS does not allow it (403). It says: request 8e1f'));
    expect(next.delayMs(interval)).toBe(90 * second);
  });

  test('a fleet does not come at once, and a server that asks for a longer wait gets it', () => {
    const { next } = startedAt(() => 0);
    next.came(refused);
    expect(next.delayMs(interval)).toBe(7.5 * second);
    next.came(failed('permanent', 'cms-forbidden', 'No.', { retryAfterMs: 2 * minute }));
    expect(next.delayMs(interval)).toBe(2 * minute);
  });

  test('nothing to play never makes it wait longer than the interval', () => {
    const { clock, next } = startedAt();
    next.came(empty);
    clock.pass(60 * minute);
    expect(next.delayMs(30 * second)).toBe(33 * second);
  });
});

test('what passes by itself is asked after 5 s, and then in twice the time, up to five minutes or the interval', () => {
  const { next } = startedAt();
  const delays = Array.from({ length: 8 }, () => {
    next.came(outage);
    return next.delayMs(minute) / second;
  });
  expect(delays).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  expect(next.delayMs(interval)).toBe(interval);
  next.came(refused);
  next.came(outage);
  expect(next.delayMs(minute)).toBe(5 * second);
});
