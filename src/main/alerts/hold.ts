import * as v from 'valibot';
import type { Verdict } from '../edition/verdict.ts';
import type { Clock } from '../ground/clock.ts';
import type { Health } from '../health/health.ts';

/** The verdict that people know. */
export const announcedSchema = v.object({
  verdict: v.picklist(['well', 'attention', 'dark']),
  /** When it stopped being well. */
  since: v.pipe(v.string(), v.maxLength(40)),
  /** Screens that were not well. */
  screens: v.array(v.pipe(v.string(), v.maxLength(40))),
});

export type Announced = v.InferOutput<typeof announcedSchema>;

/** Starts in a row without a picture that are no accident. */
const crashLoop = 3;
/** A start later than this after the one before it belongs to another day. */
const longestLoopMs = 3600_000;

/** Decides when another verdict has lasted long enough to be reported. */
export class VerdictHold {
  readonly #clock: Clock;
  /** Since when the verdict differs from the announced one, by the monotonic clock. */
  #since: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether it differs at the moment. */
  get isHolding(): boolean {
    return this.#since !== null;
  }

  /** `pendingSince`: since when earlier runs of a player that crashes again and again differed, by the wall clock. */
  isDue(health: Health, announced: Announced, holdMs: number, pendingSince: number | null): boolean {
    if (health.verdict === announced.verdict || isOffByPlan(health) || !isTrueAgain(health, announced)) {
      this.#since = null;
      return false;
    }
    const now = this.#clock.monotonic();
    this.#since ??= now;
    const loopMs = health.starts < crashLoop || pendingSince === null ? 0 : this.#clock.now() - pendingSince;
    return Math.max(now - this.#since, loopMs < longestLoopMs ? loopMs : 0) >= holdMs;
  }
}

/** Nobody is before the screens: nothing is reported, and nothing counts as repaired. */
function isOffByPlan({ screens, reasons }: Health): boolean {
  const areOff = screens.length > 0 && screens.every(({ wanted }) => wanted === 'off');
  return areOff && !reasons.some(({ code }) => code === 'off-by-hand');
}

const rank: Readonly<Record<Verdict, number>> = { well: 0, attention: 1, dark: 2 };

/** A screen that was reported dark, and is off by plan now, has not been repaired. */
function isTrueAgain({ verdict, screens, reasons }: Health, announced: Announced): boolean {
  if (rank[verdict] > rank[announced.verdict] || reasons.some(({ code }) => code === 'off-by-hand'))
    return true;
  return !screens.some(({ id, wanted }) => wanted === 'off' && announced.screens.includes(id));
}
