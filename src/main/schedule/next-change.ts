import type { Flat } from './flatten.ts';
import { nextFlip } from './flips.ts';
import { nextHiddenChange } from './hidden.ts';
import type { Scene } from './scene.ts';

/**
 * The earliest instant after `after` and before `limit` at which cues, exclusions or reasons differ; infinite if there is
 * none. A flip of a listed entry's conditions always makes a difference: it plays, or has another reason.
 */
export function nextChange(scene: Scene, flat: Flat, after: number, limit: number): number {
  let next = limit;
  const seen = new Uint8Array(scene.ruleCount);
  for (const rule of flat.listedRules) {
    if (seen[rule.number] === 1) continue;
    seen[rule.number] = 1;
    next = Math.min(next, nextFlip(rule, scene.clock, after, next));
  }
  next = Math.min(next, nextHiddenChange(scene, flat, after, next));
  return next < limit ? next : Number.POSITIVE_INFINITY;
}
