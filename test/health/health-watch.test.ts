import { expect, test } from 'vitest';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import type { ScreenFacts, Vitals } from '../../src/main/health/facts.ts';
import { HealthWatch } from '../../src/main/health/health-watch.ts';
import { screenFacts } from '../../src/main/health/screen-facts.ts';
import { secondsOf } from '../../src/main/report/shown-report.ts';
import { noReadings } from '../../src/main/sensors/readings.ts';
import { type HealthChange, HealthLog } from '../../src/main/store/health-log.ts';
import { openDatabase } from '../../src/main/store/open-database.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { calmVitals, painting } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';

function rig(at = '2026-01-01T00:00:00Z') {
  const clock = new ManualClock({ at });
  const lines: LogLine[] = [];
  const changes: HealthChange[] = [];
  const state = {
    screens: [painting] as readonly ScreenFacts[],
    vitals: async (): Promise<Vitals> => calmVitals,
    requested: 0,
    onLook: (): void => undefined,
    isReopening: false,
  };
  const watch = new HealthWatch({
    clock,
    log: createLog((line) => lines.push(line)),
    screens: () => state.screens,
    vitals: () => {
      state.requested++;
      return state.vitals();
    },
    isReopening: () => state.isReopening,
    around: () => ({
      browser: 'Fake 1',
      starts: 1,
      safe: null,
      changed: null,
      slowness: 1,
      displayFailure: null,
      offByHand: null,
      sensors: noReadings,
      setupFile: null,
      stuckTouch: [],
      pageLogins: [],
      link: null,
    }),
    onChange: (change) => changes.push(change),
    onLook: () => state.onLook(),
  });
  const reported = () => changes.map(({ verdict, reasons }) => [verdict, ...reasons].join(' '));
  return { clock, lines, changes, state, watch, reported };
}

test('a change is reported once, and the verdict keeps its age', async () => {
  const { clock, state, watch, reported } = rig();
  await clock.advance(3_000);
  state.screens = [{ ...painting, state: 'reviving', forMs: 0 }];
  await clock.advance(2_000);
  expect(watch.health()).toMatchObject({ verdict: 'attention', since: '2026-01-01T00:00:05.000Z' });
  state.screens = [painting];
  await clock.advance(60_000);
  expect(reported()).toEqual(['well', 'attention reviving', 'well']);
  expect(watch.health()).toMatchObject({ verdict: 'well', since: '2026-01-01T00:00:06.000Z' });
});

test('another reason for the same verdict is a change, and the verdict keeps its age', async () => {
  const { clock, state, watch, reported } = rig();
  state.screens = [{ ...painting, state: 'reviving', forMs: 60_000 }];
  await clock.advance(2_000);
  state.screens = [{ ...painting, state: 'absent' }];
  await clock.advance(2_000);
  expect(reported()).toEqual(['dark not-painting', 'dark no-display']);
  expect(watch.health().since).toBe('2026-01-01T00:00:01.000Z');
});

test('a clock change moves the start of the verdict, and durations stay', async () => {
  const { clock, watch } = rig();
  await clock.advance(10_000);
  clock.set('2030-01-01T00:00:00Z');
  expect(watch.health().since).toBe('2029-12-31T23:59:51.000Z');
});

test('a silent engine is reported, queried every 5 s (10 s while all is well), and recovers at its first answer', async () => {
  const { clock, state, watch, reported } = rig();
  await clock.advance(1_000);
  expect(watch.health().engine.state).toBe('well');
  state.vitals = () => Promise.reject(new Error('gone'));
  const before = state.requested;
  await clock.advance(10_000);
  expect(state.requested - before).toBe(1);
  await clock.advance(20_000);
  // Silent for 5 s it is asked more often again.
  expect(state.requested - before).toBe(4);
  expect(reported()).toEqual(['well', 'attention engine-silent']);
  state.vitals = () => new Promise(() => undefined);
  await clock.advance(300_000);
  expect([state.requested - before, watch.health().engine.state]).toEqual([5, 'dead']);
  watch.stop();
  await clock.advance(60_000);
  expect(reported()).toEqual(['well', 'attention engine-silent']);
});

test('an engine that is reopened on purpose is not reported as silent, unless it stays away', async () => {
  const { clock, state, watch, reported } = rig();
  await clock.advance(9_000);
  state.isReopening = true;
  state.vitals = () => Promise.reject(new Error('it is being reopened'));
  await clock.advance(12_000);
  state.isReopening = false;
  await clock.advance(3_000);
  state.vitals = async () => calmVitals;
  await clock.advance(30_000);
  expect([reported(), watch.health().engine.state]).toEqual([['well'], 'well']);

  state.isReopening = true;
  state.vitals = () => new Promise(() => undefined);
  await clock.advance(200_000);
  expect([reported(), watch.health().engine.state]).toEqual([['well', 'attention engine-silent'], 'silent']);
});

test('the CMS counts as silent only after hours of failed requests', async () => {
  const { clock, state, reported } = rig();
  const failing: Vitals = { ...calmVitals, cms: { lastReachedAt: null, error: verbatim('no route') } };
  state.vitals = async () => failing;
  await clock.advance(179 * 60_000);
  expect(reported()).toEqual(['well']);
  await clock.advance(2 * 60_000);
  expect(reported()).toEqual(['well', 'attention cms-silent']);
  state.vitals = async () => calmVitals;
  await clock.advance(10_000);
  expect(reported()).toEqual(['well', 'attention cms-silent', 'well']);
});

test('the CMS counts as silent from its last answer, which may lie before the start', async () => {
  const { clock, state, reported } = rig();
  const lastReachedAt = new Date(clock.now() - 4 * 3600_000).toISOString();
  state.vitals = async () => ({ ...calmVitals, cms: { lastReachedAt, error: verbatim('no route') } });
  await clock.advance(9 * 60_000);
  expect(reported()).toEqual(['well']);
  await clock.advance(2 * 60_000);
  expect(reported()).toEqual(['well', 'attention cms-silent']);
});

test('a CMS that has not answered since the start is reported after ten minutes, until it answers', async () => {
  const { clock, state, reported } = rig();
  state.vitals = async () => ({ ...calmVitals, awaitsCms: true });
  await clock.advance(10 * 60_000);
  expect(reported()).toEqual(['well']);
  await clock.advance(20_000);
  expect(reported()).toEqual(['well', 'attention cms-never-reached']);
  state.vitals = async () => calmVitals;
  await clock.advance(10_000);
  state.vitals = async () => ({ ...calmVitals, awaitsCms: true });
  await clock.advance(9 * 60_000);
  expect(reported()).toEqual(['well', 'attention cms-never-reached', 'well']);
});

test.each([
  ['behind by a night', '2026-01-01T22:00:00Z', (clock: ManualClock) => clock.set('2026-01-02T08:00:00Z')],
  ['of 1970', '1970-01-01T00:00:00Z', (clock: ManualClock) => clock.set('2026-01-02T08:00:00Z')],
  ['of 2038', '2038-01-01T00:00:00Z', (clock: ManualClock) => clock.set('2026-01-02T08:00:00Z')],
  ['of a sleeping machine', '2026-01-01T22:00:00Z', (clock: ManualClock) => clock.suspend(10 * 3600_000)],
])('the history has no player before a clock %s was set, and one from then on', async (_, at, set) => {
  const { clock, changes } = rig(at);
  const database = await openDatabase(':memory:');
  const log = new HealthLog({ database, health: { failed: (error) => expect(error).toBeNull() } });
  const yesterday = Date.parse('2026-01-01T21:00:00Z');
  log.add({ at: yesterday, verdict: 'well', sentence: verbatim(''), reasons: [] });
  log.closeOpen(yesterday + 60_000);
  await clock.advance(60_000);
  set(clock);
  const setAt = clock.now();
  await clock.advance(600_000);
  for (const change of changes) log.add(change);
  const rows = log.rows(10);
  const { well } = secondsOf(rows, setAt, clock.now());
  expect(well).toBeGreaterThan(590);
  expect(secondsOf(rows, Date.parse('2026-01-01T22:02:00Z'), setAt)).toMatchObject({ well: 0, dark: 0 });
  database.close();
});

test('a stall of the loop is reported for a while', async () => {
  const { clock, watch, reported } = rig();
  await clock.advance(1_500);
  clock.freeze(8_000);
  await clock.advance(0);
  expect(watch.health().loop).toEqual({ state: 'late', lagMs: 6_500 });
  await clock.advance(20_000);
  expect(reported()).toEqual(['well', 'attention loop-late', 'well']);
});

test('screens are known before the browser runs, and one without a display is reported as such', () => {
  const sight = { plays: true, edition: null, isBlack: false, restarts: 0, why: null, since: 400 };
  const facts = screenFacts(
    ['1', '2', '3'],
    [
      { ...sight, id: '1', state: 'painting' },
      { ...sight, id: '2', state: 'off' },
      { ...sight, id: 'more', state: 'off' },
    ],
    [{ screenId: '2', why: verbatim('It is not connected.') }],
    1_000,
  );
  expect(facts.map(({ id, state, forMs, why }) => [id, state, forMs, why])).toEqual([
    ['1', 'painting', 600, null],
    ['2', 'absent', 600, verbatim('It is not connected.')],
    ['3', 'waiting', 1_000, null],
    ['more', 'waiting', 600, null],
  ]);
});

test('a failed check does not stop the next one', async () => {
  const { clock, state, reported } = rig();
  let looks = 0;
  state.onLook = () => {
    if (looks++ === 2) throw new Error('EROFS');
  };
  await clock.advance(10_000);
  expect(looks).toBeGreaterThan(4);
  state.screens = [{ ...painting, state: 'absent' }];
  await clock.advance(2_000);
  expect(reported()).toEqual(['well', 'dark no-display']);
});

test('checks that fail again after others that worked are logged again', async () => {
  const { clock, state, lines } = rig();
  const fails = async (why: string): Promise<void> => {
    state.onLook = () => {
      throw new Error(why);
    };
    await clock.advance(10_000);
    state.onLook = () => undefined;
    await clock.advance(10_000);
  };
  await fails('EROFS');
  await fails('EIO');
  const errors = lines.filter(({ level }) => level === 'error').map(({ fields }) => fields.error);
  expect(errors).toEqual(['internal: Unexpected error: EROFS', 'internal: Unexpected error: EIO']);
});
