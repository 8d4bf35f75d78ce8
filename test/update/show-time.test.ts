import { expect, test } from 'vitest';
import { ShowTime } from '../../src/main/update/show-time.ts';

const on = { isLit: true, isDue: true, isLate: false };

test('time counts by state, and overdue and idle time only without a break', () => {
  const time = new ShowTime(0);
  expect(time.look(on, 5_000)).toEqual({ litMs: 5_000, dueMs: 5_000, overdueMs: 0, idleMs: 0 });
  time.look({ ...on, isLate: true }, 10_000);
  expect(time.look({ ...on, isLate: true }, 15_000)).toMatchObject({ overdueMs: 10_000 });
  expect(time.look(on, 20_000)).toMatchObject({ overdueMs: 0 });
  const idle = { isLit: true, isDue: false, isLate: false };
  expect(time.look(idle, 25_000)).toEqual({ litMs: 25_000, dueMs: 20_000, overdueMs: 0, idleMs: 5_000 });
  const dark = { isLit: false, isDue: true, isLate: true };
  expect(time.look(dark, 30_000)).toEqual({ litMs: 25_000, dueMs: 20_000, overdueMs: 0, idleMs: 0 });
});

test('an hour in which the player was stopped does not count against the release', () => {
  const time = new ShowTime(0);
  time.look(on, 5_000);
  expect(time.look({ ...on, isLate: true }, 3600_000)).toMatchObject({ litMs: 20_000, overdueMs: 15_000 });
});
