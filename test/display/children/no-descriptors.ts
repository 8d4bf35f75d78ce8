import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { DisplayKeeper } from '../../../src/main/display/display-keeper.ts';
import type { PowerSwitch } from '../../../src/main/display/power.ts';
import { hookSwitch } from '../../../src/main/display/switches.ts';
import { readHours } from '../../../src/main/edition/hours.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { ManualClock } from '../../support/manual-clock.ts';

// Runs with few descriptors allowed, takes all of them for an evening, and prints the commands that the panel's own program got.
const [hook = '', reported = ''] = process.argv.slice(2);
writeFileSync(reported, '');

const real = hookSwitch([hook], () => ({}));
let underWay = 0;
const counted: PowerSwitch = {
  name: real.name,
  async set(wanted) {
    underWay++;
    return real.set(wanted).finally(() => {
      underWay--;
    });
  },
};
const clock = new ManualClock({ at: '2026-06-01T19:59:30Z' });
const keeper = new DisplayKeeper({
  clock,
  log: createLog(() => undefined),
  plans: [{ screenId: '1', hours: readHours({ daily: '08:00-20:00' }), switches: [counted] }],
  screens: () => ['1'],
  common: [],
  zone: () => 'UTC',
  black: () => undefined,
});

/** As the player does, every two seconds. The program takes real time, for which the clock stands still. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 2) {
    keeper.look();
    await clock.advance(0);
    while (underWay > 0) await pause(5);
    await clock.advance(2_000);
  }
}

const words = (): readonly string[] => readFileSync(reported, 'utf8').trim().split('\n');

await pass(2);
const held: number[] = [];
try {
  for (;;) held.push(openSync('/dev/null', 'r'));
} catch {
  // All of them are taken.
}
await pass(300);
const meanwhile = keeper.report().switches.map(({ state, why }) => ({ state, why }));
const { failing } = keeper;
for (const descriptor of held) closeSync(descriptor);
const before = words();
await pass(60);
const slept = words().at(-1);
clock.set('2026-06-02T08:00:00Z');
await pass(4);
const woke = words().at(-1);
process.send?.({ before, meanwhile, failing, slept, woke, after: keeper.failing });
process.disconnect?.();
