// Loaded into a player and its engine before anything else: a file contains the offset of the wall clock, and may change.
// The monotonic clock and timers are unchanged, as when the clock of a machine is set.
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
      // The file is being written.
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
