import type { Cue, Sequence } from './programme.ts';
import { noTurns, type Place, visitEach } from './sequence.ts';
import type { Steps } from './steps.ts';
import type { Turns } from './visit.ts';

/**
 * The passes of rotations that depend on one another, until they repeat: one nested playlist with those inside it, at all
 * of its places. Other rotations do not change its course, so each has a short cycle where all together repeat too late.
 */
export interface Cycle {
  /** Rotations before each pass. */
  readonly turns: readonly Turns[];
  /** Milliseconds that these rotations play before each pass, and before the first one that comes again. */
  readonly starts: readonly number[];
  /** Passes that come once, before those that repeat. */
  readonly lead: number;
}

/** Passes between two pauses. */
const passesPerStep = 20;
/** With more cues in a cycle, the position of a show in step is not computed. */
const mostCues = 50_000;
/** By the content of the rotations. The cues of a programme keep their numbers. */
const kept = new WeakMap<readonly Cue[], Map<string, Cycle | null>>();

/** Null: a rotation takes too long to repeat. `rounds`: random rotations repeat after so many. */
export function* cyclesOf(
  sequence: Sequence,
  cues: readonly Cue[],
  rounds: number,
): Steps<readonly Cycle[] | null> {
  const known = kept.get(cues) ?? new Map<string, Cycle | null>();
  kept.set(cues, known);
  const cycles: Cycle[] = [];
  for (const places of dependent(sequence)) {
    const key = JSON.stringify([rounds, places]);
    let cycle = known.get(key);
    if (cycle === undefined) {
      yield;
      cycle = needsOrder(places) && isShuffled(sequence) ? null : yield* cycleOf(places, cues, rounds);
      known.set(key, cycle);
    }
    if (cycle === null) return null;
    cycles.push(cycle);
  }
  return cycles;
}

function* cycleOf(places: readonly Place[], cues: readonly Cue[], rounds: number): Steps<Cycle | null> {
  const turns: Turns[] = [];
  const starts = [0];
  const seen = new Map<string, number>();
  let now = noTurns;
  for (let count = 0; count <= mostCues; ) {
    // Rotations only ever join at the end, so equal states have one order.
    const key = JSON.stringify([...now]);
    const lead = seen.get(key);
    if (lead !== undefined) return { turns, starts, lead };
    seen.set(key, turns.length);
    if (turns.push(now) % passesPerStep === 0) yield;
    const { order, turns: after } = visitEach(places, cues, { pass: 0, turns: now, rounds });
    const length = order.reduce((sum, cue) => sum + (cues[cue]?.durationMs ?? 0), 0);
    starts.push((starts.at(-1) ?? 0) + length);
    count += order.length + 1;
    now = after;
  }
  return null;
}

/** Rotations before that pass. */
export function turnsBefore(cycle: Cycle, pass: number): Turns {
  return cycle.turns[inCycle(cycle, pass).index] ?? noTurns;
}

/** Milliseconds that these rotations play from pass 0 until that pass. */
export function startOf(cycle: Cycle, pass: number): number {
  const { turns, starts, lead } = cycle;
  const { index, times } = inCycle(cycle, pass);
  const leadMs = starts[lead] ?? 0;
  const lengthMs = (starts[turns.length] ?? 0) - leadMs;
  return (starts[index] ?? 0) + times * lengthMs - (pass < 0 ? leadMs : 0);
}

/** The passes before the anchor are those that repeat. */
function inCycle({ turns, lead }: Cycle, pass: number): { readonly index: number; readonly times: number } {
  if (pass >= 0 && pass < lead) return { index: pass, times: 0 };
  const repeated = turns.length - lead;
  const since = pass < 0 ? pass : pass - lead;
  const times = Math.floor(since / repeated);
  return { index: lead + since - times * repeated, times };
}

/** The outermost places of rotations, together where they depend on one another, in the order of the pass. */
function dependent(sequence: Sequence): readonly (readonly Place[])[] {
  const places = outermost(sequence, 0);
  const groupOf = new Map<string, Set<string>>();
  const lists = places.map((place) => visitsIn(place.sequence).map(({ list }) => list));
  for (const group of lists) {
    const joined = groupOf.get(group[0] ?? '') ?? new Set();
    for (const list of group) {
      if (groupOf.get(list) === joined) continue;
      for (const each of groupOf.get(list) ?? [list]) groupOf.set(each, joined.add(each));
    }
  }
  const groups = new Map<Set<string> | undefined, Place[]>();
  for (const [index, place] of places.entries()) {
    const group = groupOf.get(lists[index]?.[0] ?? '');
    const together = groups.get(group);
    if (together) together.push(place);
    else groups.set(group, [place]);
  }
  return [...groups.values()];
}

function outermost(sequence: Sequence, depth: number): readonly Place[] {
  if (sequence.visit !== undefined) return [{ sequence, depth }];
  return sequence.members.flatMap((member) =>
    typeof member === 'number' ? [] : outermost(member, depth + 1),
  );
}

function visitsIn({ visit, members }: Sequence): readonly { list: string; count: number; random: boolean }[] {
  const inner = members.flatMap((member) => (typeof member === 'number' ? [] : visitsIn(member)));
  if (visit === undefined) return inner;
  return [{ ...visit, count: Math.min(visit.count, members.length) }, ...inner];
}

/** A random rotation with different counts goes on differently if its places change their order. */
function needsOrder(places: readonly Place[]): boolean {
  const counts = new Map<string, number>();
  return places
    .flatMap(({ sequence }) => visitsIn(sequence))
    .some(({ list, count, random }) => {
      const before = counts.get(list) ?? count;
      counts.set(list, count);
      return random && before !== count;
    });
}

function isShuffled({ seed, members }: Sequence): boolean {
  return seed !== null || members.some((member) => typeof member !== 'number' && isShuffled(member));
}
