import { afterEach, beforeEach, expect, test, vi } from 'vitest';
// @ts-expect-error The page's own file, as browsers have it.
import { Commands } from '../../src/pages/fleet/commands.js';

vi.mock('../../src/pages/fleet/words.js', () => ({ say: (key: string) => key }));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function sent() {
  const heard: string[] = [];
  const commands = new Commands(() => ({ ask: () => 'id-1' }));
  commands.send('shop-1', { name: 'sync', args: {} }, (state: string, reason: string) =>
    heard.push(`${state} ${reason}`.trim()),
  );
  return { heard, hears: (result: object) => commands.hear('shop-1', { id: 'id-1', ...result }) };
}

test('a command without an answer has failed once it has expired, and a late answer changes nothing', () => {
  const { heard, hears } = sent();
  vi.advanceTimersByTime(124_999);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(['failed fleet.unanswered']);
  hears({ state: 'done' });
  vi.advanceTimersByTime(3_600_000);
  expect(heard).toEqual(['failed fleet.unanswered']);
});

test('a command that was accepted has an hour to finish, and an answered one never fails', () => {
  const accepted = sent();
  accepted.hears({ state: 'accepted' });
  vi.advanceTimersByTime(125_000 + 3_600_000);
  expect(accepted.heard).toEqual(['accepted', 'failed fleet.unfinished']);
  const done = sent();
  done.hears({ state: 'done' });
  vi.advanceTimersByTime(125_000 + 3_600_000);
  expect(done.heard).toEqual(['done']);
});
