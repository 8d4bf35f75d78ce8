import { expect, test, vi } from 'vitest';
// @ts-expect-error The page's own file, as browsers have it.
import { playerRows } from '../../src/pages/status/player-rows.js';

// The pages are served from one folder: their imports of each other do not resolve here.
vi.mock('../../src/pages/status/words.js', () => ({ say: (key: string) => key }));
vi.mock('../../src/pages/status/format.js', () => ({ size: String, when: String }));

const player = {
  startedAt: '2026-03-02T08:00:00Z',
  version: '1.0.0',
  host: 'chromium',
  storage: { objects: 1, bytes: 2, freeBytes: 3 },
  clock: { zone: 'UTC', trusted: true },
  link: null,
};

test.each([
  [null, null],
  [{ wanted: 'off', until: '2026-03-02T20:00:00Z' }, 'page.now.display-off'],
  [{ wanted: 'off', until: null }, 'page.now.display-off-open'],
  [{ wanted: 'on', until: null }, 'page.now.display-on-open'],
])('a display switched by hand (%j) reads %s: without an end it has no “until never”', (byHand, words) =>
  expect(playerRows({ ...player, display: { byHand } })).toContainEqual(['page.now.by-hand', words]));
