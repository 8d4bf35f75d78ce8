import type { HealthFacts, ScreenFacts, Vitals } from '../../src/main/health/facts.ts';
import { type Health, judge } from '../../src/main/health/health.ts';
import { noReadings } from '../../src/main/sensors/readings.ts';

export const painting: ScreenFacts = {
  id: '1',
  wanted: 'on',
  state: 'painting',
  forMs: 90_000,
  why: null,
  plays: true,
};

export const calmVitals: Vitals = {
  storage: { state: 'good', freeBytes: 5e9, isLow: false },
  clock: { trusted: true, zone: 'UTC' },
  cms: { lastReachedAt: '2026-01-01T00:00:00.000Z', error: null },
  configuration: null,
  awaitsCms: false,
  isPaused: false,
  content: [],
  updates: null,
  lostRelease: null,
  edition: 'a',
  rs232: null,
  servicePin: null,
};

/** The health of a player without problems. */
export const calmFacts: HealthFacts = {
  now: Date.parse('2026-01-01T00:10:00Z'),
  upMs: 600_000,
  slowness: 1,
  screens: [painting],
  engine: { isOpen: true, silentMs: 0 },
  lagMs: 0,
  vitals: calmVitals,
  cmsSilentMs: null,
  cmsAwaitedMs: null,
  browser: 'Fake 1',
  starts: 1,
  safe: null,
  changed: null,
  displayFailure: null,
  offByHand: null,
  sensors: noReadings,
  setupFile: null,
  stuckTouch: [],
  pageLogins: [],
  link: null,
};

export const calmHealth: Health = { ...judge(calmFacts), since: '2026-01-01T00:00:00.000Z' };
