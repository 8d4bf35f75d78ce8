// Loaded into a player and its engine before anything else: the wall clock is ahead by what a file says, and follows it.
// The steady clock and timers are left alone, as they are when somebody sets the clock of a machine.
import { readFileSync } from 'node:fs';

const file = process.env.VITRINE_TEST_CLOCK ?? '';
const RealDate = Date;
const lookEveryMs = 20;
let [ahead, lookedAt] = [0, Number.NEGATIVE_INFINITY];

function aheadMs() {
  if (performance.now() - lookedAt > lookEveryMs) {
    lookedAt = performance.now();
    try {
      ahead = Number(readFileSync(file, 'utf8')) || ahead;
    } catch {
      // It is being written.
    }
  }
  return ahead;
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + aheadMs());
    else super(...given);
  }

  static now() {
    return RealDate.now() + aheadMs();
  }
};
