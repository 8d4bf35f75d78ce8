import type { Steps } from '../../shared/steps.ts';
import { dayMs, ordinaryWeekMs } from '../edition/wall-clock.ts';
import { type Flat, type Hidden, nestedReason } from './flatten.ts';
import { nextDate, nextFlip } from './flips.ts';
import { frontier, rulesWithin } from './frontier.ts';
import type { Rule } from './rule.ts';
import type { Scene } from './scene.ts';
import { Sizes } from './size.ts';

/** After so many conditions an instant is returned that may be no change. Only a hostile edition reaches this. */
const mostWork = 3_000_000;
const leastTries = 20;

/**
 * The earliest instant after `after` and before `limit` at which a hidden nested playlist begins to play or is left out for
 * another reason; infinite if there is none. A flip of an entry in it may change nothing, so each candidate is tried.
 */
export function* nextHiddenChange(scene: Scene, flat: Flat, after: number, limit: number): Steps<number> {
  const { hidden } = flat;
  if (hidden.length === 0) return Number.POSITIVE_INFINITY;
  const lists = hidden.map(({ list }) => list);
  const all = [...rulesWithin(lists, scene.judgementAt(after))];
  const circular = lists.some(({ leadsIntoCycle }) => leadsIntoCycle);
  const rows = circular ? flat.walked : lists.reduce((sum, { entries }) => sum + entries.length, 0);
  const mostTries = Math.max(leastTries, mostWork / (rows + all.length + 1));
  const now = statusAt(scene, hidden, after);
  let at = after;
  let quietSince = after;
  for (let tries = 0; ; tries++) {
    yield;
    const next = nextCandidate(scene, hidden, at, limit);
    if (next >= limit) return Number.POSITIVE_INFINITY;
    if (tries >= mostTries || statusAt(scene, hidden, next) !== now) return next;

    // The week is counted again after a leap of the wall clock, whose readings differ from those of an ordinary week.
    at = next;
    quietSince = Math.max(quietSince, scene.clock.stretchAt(at).from);
    if (at - quietSince > ordinaryWeekMs) {
      const since = Math.floor(scene.clock.read(quietSince) / dayMs);
      const date = firstDate(all, since);
      if (date === null) return Number.POSITIVE_INFINITY;
      at = Math.max(at, scene.clock.wellBefore(date));
      quietSince = at;
    }
  }
}

function nextCandidate(scene: Scene, hidden: readonly Hidden[], after: number, limit: number): number {
  const judgement = scene.judgementAt(after);
  const lists = (isEmpty: boolean) =>
    hidden.filter(({ reason }) => (reason === 'nested-empty') === isEmpty).map(({ list }) => list);
  let next = limit;
  // An empty playlist begins to play only with an entry whose conditions begin to hold while those around it hold.
  for (const rule of frontier(lists(true), judgement))
    if (judgement.holds(rule) !== 0) next = Math.min(next, nextHold(scene, rule, after, next));
  for (const rule of rulesWithin(lists(false), judgement))
    next = Math.min(next, nextFlip(rule, scene.clock, after, next));
  return next;
}

function nextHold(scene: Scene, rule: Rule, after: number, limit: number): number {
  let at = after;
  do at = nextFlip(rule, scene.clock, at, limit);
  while (at < limit && scene.judgementAt(at).holds(rule) !== 0);
  return at;
}

function firstDate(rules: readonly Rule[], since: number): number | null {
  let first = Number.POSITIVE_INFINITY;
  for (const rule of rules) first = Math.min(first, nextDate(rule, since) ?? first);
  return Number.isFinite(first) ? first : null;
}

function statusAt(scene: Scene, hidden: readonly Hidden[], instant: number): string {
  // With a cycle inside, the size of a list depends on its place: compare the whole pass.
  if (hidden.some(({ list }) => list.leadsIntoCycle)) return signature(scene.flatAt(instant));
  const sizes = new Sizes(scene.judgementAt(instant));
  return hidden.map(({ list, levels, before }) => nestedReason(sizes.of(list, levels), before)).join();
}

function signature({ cues, leftOut }: Flat): string {
  return JSON.stringify([
    cues.map(({ id }) => id),
    leftOut.exclusions().map(({ path, reason }) => [path, reason]),
  ]);
}
