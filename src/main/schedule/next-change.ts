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
  for (const rule of flat.listedRules) {
    if (seen[rule.number] === 1) continue;
    seen[rule.number] = 1;
    if (++count % entriesPerStep === 0) yield;
    next = Math.min(next, nextFlip(rule, scene.clock, after, next));
  }
  next = Math.min(next, yield* nextHiddenChange(scene, flat, after, next));
  return next < limit ? next : Number.POSITIVE_INFINITY;
}
