import { entriesPerStep, type Steps } from '../../shared/steps.ts';
import type { Flat } from './flatten.ts';
import { nextFlip } from './flips.ts';
import { nextHiddenChange } from './hidden.ts';
import type { Scene } from './scene.ts';

/**
 * The earliest instant after `after` and before `limit` at which cues, exclusions or reasons differ; infinite if there is
 * none. A flip of a listed entry's conditions always makes a difference: it plays, or has another reason.
 */
export function* nextChange(scene: Scene, flat: Flat, after: number, limit: number): Steps<number> {
  let next = limit;
  const seen = new Uint8Array(scene.ruleCount);
  let count = 0;
  for (const entry of flat.timed) {
    const { rule } = entry;
    if (rule === null || seen[rule.number] === 1) continue;
    if (++count % entriesPerStep === 0) yield;
    const flip = nextFlip(rule, scene.clock, after, next);
    // The media file, which may be deleted, is searched only for the few entries that would decide.
    if (flip < next && entry.fixed !== null) continue;
    seen[rule.number] = 1;
    next = Math.min(next, flip);
  }
  next = Math.min(next, yield* nextHiddenChange(scene, flat, after, next));
  return next < limit ? next : Number.POSITIVE_INFINITY;
}
