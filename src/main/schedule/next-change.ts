import type { Scene } from './evaluate.ts';
import type { Flat } from './flatten.ts';
import { nextHiddenChange } from './hidden.ts';
import { nextTurn } from './turns.ts';

/**
 * The earliest instant after `after` and before `limit` at which cues, exclusions or reasons differ; infinite when
 * there is none. Where the conditions of something listed turn, the answer surely differs: its reason is another
 * one, or it plays, or what is told of it is no longer about time.
 */
export function nextChange(scene: Scene, flat: Flat, after: number, limit: number): number {
  let next = limit;
  const seen = new Uint8Array(scene.ruleCount);
  for (const rule of flat.listedRules) {
    if (seen[rule.number] === 1) continue;
    seen[rule.number] = 1;
    next = Math.min(next, nextTurn(rule, scene.clock, after, next));
  }
  next = Math.min(next, nextHiddenChange(scene, flat, after, next));
  return next < limit ? next : Number.POSITIVE_INFINITY;
}
