import type { ServerResponse } from 'node:http';
import { ManualClock } from './manual-clock.ts';

/**
 * Limits for silent, slow or deaf servers, and a clock that reaches them quickly, however slow the machine is. Shorter waits
 * run in real time.
 */
export const limitsOfServers = { answerMs: 40_000, silenceMs: 20_000, floorWindowMs: 60_000 };
export const hurriedClock = (): ManualClock => new ManualClock({ realBelowMs: 5_000 });

/** While this answer is open, a second of the clock passes every few milliseconds. */
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
