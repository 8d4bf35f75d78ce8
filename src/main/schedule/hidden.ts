import type { CompiledList } from './compile.ts';
import type { Scene } from './evaluate.ts';
import { type Flat, type Hidden, nestedReason } from './flatten.ts';
import type { Judgement } from './judgement.ts';
import type { Rule } from './rule.ts';
import { Sizes } from './size.ts';
import { nextDate, nextTurn } from './turns.ts';
import { dayMs, ordinaryWeekMs } from './wall.ts';

/** Instants tried before one that may be no change is answered: only playlists made to hurt get there. */
const mostTries = 500;
const mostTriesInCycles = 50;

/**
 * The earliest instant after `after` and before `limit` at which a nested playlist of which nothing is listed comes
 * to play, or is left out for another reason; infinite when there is none. Entries in it may turn without anyone
 * noticing, so each instant that could make the difference is tried.
 */
export function nextHiddenChange(scene: Scene, flat: Flat, after: number, limit: number): number {
  const { hidden } = flat;
  if (hidden.length === 0) return Number.POSITIVE_INFINITY;
  const emptyOnly = flat.excluded.every(
    ({ reason }) => reason !== 'nested-cycle' && reason !== 'nested-too-large',
  );
  const all = rulesWithin(hidden.map(({ list }) => list));
  const most = hidden.some(({ list }) => list.leadsIntoCycle) ? mostTriesInCycles : mostTries;
  const now = statusAt(scene, hidden, after);
  let at = after;
  let quietSince = after;
  for (let tries = 0; ; tries++) {
    const next = emptyOnly
      ? nextOpening(scene, hidden, at, limit)
      : all.reduce((least, rule) => Math.min(least, nextTurn(rule, scene.clock, at, least)), limit);
    if (next >= limit) return Number.POSITIVE_INFINITY;
    if (tries >= most || statusAt(scene, hidden, next) !== now) return next;

    // A leap of the wall clock shows other readings than an ordinary week does: the week is counted anew.
    at = next;
    quietSince = Math.max(quietSince, scene.clock.stretchAt(at).from);
    if (at - quietSince > ordinaryWeekMs) {
      const since = Math.floor(scene.clock.read(quietSince) / dayMs);
      const dates = all.map((rule) => nextDate(rule, since)).filter((date) => date !== null);
      if (dates.length === 0) return Number.POSITIVE_INFINITY;
      at = Math.max(at, scene.clock.wellBefore(dates.reduce((a, b) => Math.min(a, b))));
      quietSince = at;
    }
  }
}

/** Where nothing plays, only an entry that begins to hold, and around which everything holds, can change that. */
function nextOpening(scene: Scene, hidden: readonly Hidden[], after: number, limit: number): number {
  const judgement = scene.judgementAt(after);
  let next = limit;
  for (const rule of frontier(
    hidden.map(({ list }) => list),
    judgement,
  ))
    if (judgement.holds(rule) !== 0) next = Math.min(next, nextHold(scene, rule, after, next));
  return next;
}

/**
 * The conditions on which it hangs what these lists come to: those of every entry that could play, and of what is
 * nested only where the entry around it holds.
 */
export function frontier(from: readonly CompiledList[], judgement: Judgement): ReadonlySet<Rule> {
  const rules = new Set<Rule>();
  const lists = new Set(from);
  // A set goes through what is added on the way, too.
  for (const list of lists)
    for (const entry of list.entries) {
      if (entry.fixed !== null) continue;
      if (entry.nested === null && !judgement.isReady(entry)) continue;
      if (entry.rule !== null) rules.add(entry.rule);
      if (entry.nested !== null && (entry.rule === null || judgement.holds(entry.rule) === 0))
        lists.add(entry.nested);
    }
  return rules;
}

function nextHold(scene: Scene, rule: Rule, after: number, limit: number): number {
  let at = after;
  do at = nextTurn(rule, scene.clock, at, limit);
  while (at < limit && scene.judgementAt(at).holds(rule) !== 0);
  return at;
}

function statusAt(scene: Scene, hidden: readonly Hidden[], instant: number): string {
  // Inside a cycle it depends on the place what a list comes to: then the whole pass is compared.
  if (hidden.some(({ list }) => list.leadsIntoCycle)) return signature(scene.flatAt(instant));
  const judgement: Judgement = scene.judgementAt(instant);
  const sizes = new Sizes(judgement);
  return hidden.map(({ list, levels, before }) => nestedReason(sizes.of(list, levels), before)).join();
}

function signature(flat: Flat): string {
  return JSON.stringify([
    flat.cues.map(({ id }) => id),
    flat.excluded.map(({ path, reason }) => [path, reason]),
  ]);
}

/** Every condition in these lists and in what is nested there. */
export function rulesWithin(from: readonly CompiledList[]): readonly Rule[] {
  const rules = new Set<Rule>();
  const lists = new Set(from);
  for (const list of lists)
    for (const entry of list.entries) {
      if (entry.fixed !== null) continue;
      if (entry.rule !== null) rules.add(entry.rule);
      if (entry.nested !== null) lists.add(entry.nested);
    }
  return [...rules];
}
