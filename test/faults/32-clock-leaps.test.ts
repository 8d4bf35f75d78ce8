import { expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import { HealthWatch } from '../../src/main/health/health-watch.ts';
import { noReadings } from '../../src/main/sensors/readings.ts';
import { Rig } from '../engine/programmer-rig.ts';
import { calmVitals, painting } from '../support/health.ts';
import { edition, entry, playlist } from '../support/records.ts';
import { reportRow } from '../support/report-row.ts';

const day = edition([
  playlist('p', [
    entry('1'),
    entry('2', { playRule: 'schedule', startTime: '09:00:00', endTime: '17:00:00' }),
    entry('3', { playRule: 'schedule', startDate: '2027-01-01' }),
  ]),
]);

/** Main watches the clock for the engine, which sleeps longer. */
function watched(rig: Rig): void {
  new HealthWatch({
    clock: rig.clock,
    log: createLog(() => undefined),
    screens: () => [painting],
    vitals: async () => calmVitals,
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
    onChange: () => undefined,
    onLeap: () => rig.programmer.refresh('woke'),
  });
}

test('row 32 · a clock jump forwards, backwards or on waking causes a new plan at once', () => {
  const rig = new Rig(day, '2026-05-01T08:00:00Z');
  rig.programmer.start();
  watched(rig);
  expect(rig.playing).toBe('1');
  const leap = (wall: string, playing: string): void => {
    rig.clock.set(wall);
    rig.clock.pass(2000);
    expect(rig.playing).toBe(playing);
  };
  leap('2026-05-01T12:00:00Z', '1 2');
  leap('2026-05-01T08:00:00Z', '1');
  leap('2027-03-01T09:30:00Z', '1 2 3');
  leap('2026-03-01T20:00:00Z', '1');
  // A leap that changes nothing is not reported.
  const before = rig.emitted.length;
  leap('2026-03-01T21:00:00Z', '1');
  expect(rig.emitted.at(-1)?.programme.cues).toHaveLength(2);
  expect(rig.emitted.length - before).toBeLessThanOrEqual(1);
  expect(rig.lines.filter(({ message }) => message.startsWith('The clock leapt'))).toHaveLength(5);

  // A correction of less than a second is no leap, and the boundary is still met to the millisecond.
  const lines = rig.lines.length;
  rig.clock.set('2026-03-02T08:59:57.000Z');
  rig.clock.pass(2000);
  for (let step = 0; step < 4; step++) rig.clock.pass(100);
  rig.clock.set('2026-03-02T08:59:59.900Z');
  rig.clock.pass(2100);
  expect(rig.playing).toBe('1 2');
  expect(rig.lines.slice(lines).filter(({ message }) => message.startsWith('The clock leapt'))).toHaveLength(
    1,
  );
  reportRow(32, { negativeControl: true, note: 'five leaps, each seen within 2 s' });
});

test('row 32 · control: until the jump is detected, the wrong item plays', () => {
  const rig = new Rig(day, '2026-05-01T12:00:00Z');
  rig.programmer.start();
  watched(rig);
  rig.clock.set('2026-05-01T08:00:00Z');
  expect(rig.playing).toBe('1 2');
  rig.clock.pass(2000);
  expect(rig.playing).toBe('1');
});
