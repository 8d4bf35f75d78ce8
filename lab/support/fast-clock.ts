import { type Clock, systemClock } from '../../src/main/ground/clock.ts';

/** Waits are this many times shorter; the time of day is the system's. */
export const fastClock = (times: number): Clock => ({
  now: () => systemClock.now(),
  monotonic: () => systemClock.monotonic() * times,
  sinceBoot: () => systemClock.sinceBoot() * times,
  after: (ms, callback) => systemClock.after(ms / times, callback),
});
