import type { Steps } from '../../shared/steps.ts';
import { dayMs, ordinaryWeekMs } from '../edition/wall-clock.ts';
import type { Flat } from './flatten.ts';
import { lastHoldFlip, previousDate } from './flips.ts';
import { frontier, rulesWithin } from './frontier.ts';
import type { Scene } from './scene.ts';

const mostTries = 500;

/**
 * In step, passes are counted from the last boundary at or before `at`, else from 1970. Every screen with this edition
 * computes the same instant, even after a restart, because only the schedule counts, not the holdings. A boundary that
 * changes only a reason does not count, or the show would jump without need.
 */
export function* anchorOf(scene: Scene, present: Flat, at: number): Steps<number> {
  if (!scene.trusted) return 0;
  const pass = signature(present);
  let instant = at;
  let quietUntil = at;
  for (let tries = 0; tries < mostTries; tries++) {
    yield;
    let flip = 0;
    for (const rule of frontier([scene.list], scene.judgementAt(instant)))
      flip = Math.max(flip, lastHoldFlip(rule, scene.clock, instant, flip));
    if (flip <= 0) return 0;
    instant = flip - 1;
    if (signature(yield* scene.flatSteps(instant)) !== pass) return flip;

    // As with the next change: before an ordinary week without one, only a date can have caused one.
    quietUntil = Math.min(quietUntil, scene.clock.stretchAt(instant).until);
    if (quietUntil - instant > ordinaryWeekMs) {
      const until = Math.floor(scene.clock.read(quietUntil) / dayMs);
      let date = Number.NEGATIVE_INFINITY;
      for (const rule of rulesWithin([scene.list], scene.judgementAt(instant)))
        date = Math.max(date, previousDate(rule, until) ?? date);
      if (date === Number.NEGATIVE_INFINITY) return 0;
      instant = Math.min(instant, scene.clock.wellAfter(date));
      quietUntil = instant;
    }
  }
  return instant + 1;
}

/** The entries of the pass in order: the same on a screen that lacks their bytes. */
function signature({ cues }: Flat): string {
  return JSON.stringify(cues.map(({ path }) => path));
}
