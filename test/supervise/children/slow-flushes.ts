// What is kept while a show plays: the start lives, the machine is slow, the show has proven itself, the player ends.
// Started by a disk whose flushes are slow. Prints for how many milliseconds the event loop stood still at most, as JSON.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { loadConfig } from '../../../src/main/config/config.ts';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import type { ScreenSight } from '../../../src/main/show/screen-status.ts';
import { countedStart } from '../../../src/main/supervise/counted-start.ts';
import { Supervision } from '../../../src/main/supervise/supervision.ts';
import { calmHealth, calmVitals } from '../../support/health.ts';

const [dataDir = ''] = process.argv.slice(2);
const starts = countedStart(dataDir);
let leapt = 0;
let state: ScreenSight['state'] = 'starting';
let since = 0;
const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + leapt };
const sights = () => [
  { id: '1', state, since, why: null, plays: true, edition: null, isBlack: false, restarts: 0 },
];
const supervision = new Supervision({
  clock,
  starts,
  sights,
  log: createLog(() => undefined),
  config: loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: dataDir } }),
  isSupervised: true,
  vitals: () => calmVitals,
  leave: () => undefined,
  renew: async () => undefined,
  stack: () => ({ vitrine: '1.0.0', browser: 'Chromium 156', kernel: 'Linux 6.1' }),
});

/** For so many milliseconds other programs have kept this thread from a processor: that is no wait for the disk. */
const waited = (): number => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
let [longest, seenAt] = [0, performance.now() - waited()];
const see = (): void => {
  const now = performance.now() - waited();
  longest = Math.max(longest, now - seenAt);
  seenAt = now;
};
// The modules are compiled while they are used first.
await pause(500);
seenAt = performance.now() - waited();
const seeing = setInterval(see, 5);
const pass = async (): Promise<void> => {
  leapt += 60_000;
  supervision.look(calmHealth);
  await pause(200);
};
await pass();
supervision.slowness.came('frames', 2_000, 1_000);
[state, since] = ['painting', clock.monotonic()];
await pass();
await pass();
await supervision.ended();
see();
clearInterval(seeing);
process.stdout.write(JSON.stringify({ longest: Math.round(longest) }));
