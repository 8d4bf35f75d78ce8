import type { Before } from '../../../src/main/update/state.ts';
import type { ShowFacts, TrialFacts } from '../../../src/main/update/trial.ts';

/** A player that has played all day. */
export const playing: ShowFacts = {
  upMs: 3600_000,
  litMs: 3600_000,
  dueMs: 3600_000,
  overdueMs: 0,
  idleMs: 0,
  nextDueAt: null,
  plays: true,
  items: 100,
  revives: 0,
  memoryBytes: 1e8,
  browser: null,
  slowness: 1,
};

/** What such a player did lately. */
export const beforeIt: Before = {
  plays: true,
  changes: true,
  cms: true,
  revives: 0,
  memoryBytes: 2e8,
  firstItemMs: 0,
  idleUntil: 0,
};

/** A release that has done well in the ten minutes of its trial. */
export const good: TrialFacts = {
  ...playing,
  upMs: 600_000,
  litMs: 600_000,
  dueMs: 600_000,
  items: 40,
  memoryBytes: 2.5e8,
  hasCms: true,
  revivesLately: 0,
  now: Date.parse('2026-11-22T09:00:00Z'),
};
