import type { ServerResponse } from 'node:http';
import { ManualClock } from './manual-clock.ts';

/**
 * Limits of servers that are silent, slow or deaf, and a clock by which they are over soon, however long the machine takes for
 * what has to happen within them. All that waits for less waits in real time.
 */
export const limitsOfServers = { answerMs: 40_000, silenceMs: 20_000, floorWindowMs: 60_000 };
export const hurriedClock = (): ManualClock => new ManualClock({ realBelowMs: 5_000 });

/** A second of that clock passes every few milliseconds for as long as this answer is open. */
export function hurries(
  clock: ManualClock,
  response: ServerResponse,
  eachSecond: () => unknown = () => undefined,
): void {
  const passing = setInterval(() => {
    eachSecond();
    clock.pass(1_000);
  }, 5);
  response.once('close', () => clearInterval(passing));
}
