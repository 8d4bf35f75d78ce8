// How long the first plan of this process takes, and how long other work of its thread waits meanwhile.
// Arguments: ENTRIES PLAYLISTS [step] [turns]
import { Programmer } from '../../../src/main/engine/programmer.ts';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { openLook } from '../../../test/support/look.ts';
import { large, start } from './large.ts';

const [entries, playlists, ...modes] = process.argv.slice(2);
const visit = modes.includes('turns') ? ({ rule: 'continuous', count: 3 } as const) : undefined;
const { edition, holdings, zone, defaultTransition } = large(Number(entries), Number(playlists), visit);
const began = performance.now();
let last = began;
let longest = 0;
let isDone = false;

const programmer = new Programmer({
  clock: { ...systemClock, now: () => start },
  log: createLog(() => undefined),
  config: {
    timeZone: zone,
    transition: defaultTransition,
    player: {
      sync: modes.includes('step') ? 'wallclock' : 'free',
      atBoundary: 'cut',
      memoryMiB: null,
      restartAt: null,
      restartMachine: null,
    },
    screen: openLook,
    screens: [],
  },
  activeEdition: () => edition,
  holdings: () => holdings,
  emit: (_, programme) => {
    structuredClone(programme);
    isDone = true;
  },
});

/** What else the thread does: it would like to have a turn all the time. */
function turn(): void {
  const now = performance.now();
  longest = Math.max(longest, now - last);
  last = now;
  if (!isDone) {
    setImmediate(turn);
    return;
  }
  programmer.stop();
  const { user, system } = process.cpuUsage(before);
  console.log(
    `${entries} entries, ${modes.join(', ') || 'free'}: planned in ${(now - began).toFixed(0)} ms ` +
      `(${((user + system) / 1000).toFixed(0)} of processor), longest wait ${longest.toFixed(0)} ms`,
  );
}

const before = process.cpuUsage();
setImmediate(turn);
programmer.start();
