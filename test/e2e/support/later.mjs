// Loaded into a player and its engine before anything else: a file says by how much all clocks are ahead, and may change, as if
// the player had run for so long. Timers are unchanged.
import { readFileSync } from 'node:fs';

const file = process.env.VITRINE_TEST_LATER ?? '';
const real = performance.now.bind(performance);
const RealDate = Date;
const lookEveryMs = 20;
let [ahead, lookedAt] = [0, Number.NEGATIVE_INFINITY];

function aheadMs() {
  if (real() - lookedAt > lookEveryMs) {
    lookedAt = real();
    try {
      ahead = Number(readFileSync(file, 'utf8')) || ahead;
    } catch {
      // It is not written yet.
    }
  }
  return ahead;
}

performance.now = () => real() + aheadMs();
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + aheadMs());
    else super(...given);
  }

  static now() {
    return RealDate.now() + aheadMs();
  }
};
