import { expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import { serviceManager } from '../../src/main/ground/sd-notify.ts';
import type { Vitals } from '../../src/main/health/facts.ts';
import { deservesPing, type Health, isInSight } from '../../src/main/health/health.ts';
import { HealthWatch } from '../../src/main/health/health-watch.ts';
import { noReadings } from '../../src/main/sensors/readings.ts';
import { calmVitals, painting } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { reportRow } from '../support/report-row.ts';

const log = createLog(() => undefined);

/** A player under a service manager that waits 30 s for a sign of life, and the age of the last one. */
function watched(mayPing: (health: Health) => boolean = deservesPing) {
  const clock = new ManualClock();
  const engine = { answers: (): Promise<Vitals> => Promise.resolve(calmVitals) };
  let pingedAt = 0;
  const watch = new HealthWatch({
    clock,
    log,
    screens: () => [painting],
    vitals: () => engine.answers(),
    onChange: () => undefined,
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
  });
  serviceManager({
    clock,
    log,
    env: { VITRINE_NOTIFY_FD: '9', WATCHDOG_USEC: '30000000' },
    write: (_, message) => {
      if (message.includes('WATCHDOG=1')) pingedAt = clock.monotonic();
    },
  }).watch(() => {
    const health = watch.health();
    return {
      isInSight: isInSight(health),
      mayPing: mayPing(health),
      mayStart: mayPing(health),
      sentence: health.sentence,
      slowness: 1,
    };
  });
  return { clock, engine, silentMs: () => clock.monotonic() - pingedAt };
}

test('row 61 · the engine hangs for good: the watchdog pings stop', async () => {
  const { clock, engine, silentMs } = watched();
  await clock.advance(60_000);
  expect(silentMs()).toBeLessThanOrEqual(10_000);
  engine.answers = () => new Promise(() => undefined);
  // During this time main tries to replace it, without an effect on the show.
  await clock.advance(150_000);
  expect(silentMs()).toBeLessThanOrEqual(10_000);
  await clock.advance(90_000);
  expect(silentMs()).toBeGreaterThan(30_000);
  reportRow(61, { note: 'beside a service manager on a fake descriptor' });
});

test('row 61 · the main thread hangs: its pings stop, and a limping loop does not ping', async () => {
  const { clock, silentMs } = watched();
  await clock.advance(20_000);
  clock.freeze(60_000);
  expect(silentMs()).toBeGreaterThan(30_000);
  await clock.advance(3_000);
  expect(silentMs()).toBeGreaterThan(60_000);
  await clock.advance(20_000);
  expect(silentMs()).toBeLessThanOrEqual(10_000);
});

test('row 61 · control: a ping without a check continues over a dead engine', async () => {
  const { clock, engine, silentMs } = watched(() => true);
  engine.answers = () => new Promise(() => undefined);
  await clock.advance(600_000);
  expect(silentMs()).toBeLessThanOrEqual(10_000);
  reportRow(61, { negativeControl: true });
});
