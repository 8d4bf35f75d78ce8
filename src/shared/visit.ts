import { scramble } from './shuffle.ts';

/** How much of a nested playlist one visit plays, if not all of it. */
export interface Visit {
  /** The playlist id. All places that nest it share one rotation. */
  readonly list: string;
  /** Items per visit, or all if there are fewer. */
  readonly count: number;
  readonly random: boolean;
  /** Position of each member in the whole list, of which some do not play now; left out: all play. */
  readonly positions?: readonly number[];
}

/** The state of the rotation through one playlist. */
export interface Turn {
  /** The last entry, and its position in the whole list. */
  readonly last: string;
  readonly at: number;
  /** For random order only. */
  readonly bag?: Bag;
  /** The visit that `last` belongs to: the enclosing entries, and the number of items so far. */
  readonly visit?: VisitSoFar;
}

export interface VisitSoFar {
  readonly place: string;
  readonly taken: number;
  /** Which items, in random order: none comes twice in one visit. */
  readonly had?: readonly string[];
}

/** A round in which each item comes once, in the order of its rank. */
interface Bag {
  readonly round: number;
  /** All ranks up to this entry's were taken or deferred. */
  readonly upTo: string;
  /** Deferred to the end of the round, because they would have come twice in one visit or in a row. */
  readonly deferred: readonly string[];
}

/** Playlist id → state of its rotation. */
export type Turns = ReadonlyMap<string, Turn>;

/** The items of one nested playlist, by the ids of their entries. */
export interface Rotation {
  readonly visit: Visit;
  readonly keys: readonly string[];
  /** Rounds until the first one repeats: a show in step has to repeat. */
  readonly rounds: number;
}

/** The next items as indices, each once, and the turn after them. `had`: items already played in this visit. */
export function draw(
  rotation: Rotation,
  turn: Turn | undefined,
  want: number,
  had: readonly number[] = [],
): { readonly picks: readonly number[]; readonly turn: Turn | undefined } {
  const { keys, visit } = rotation;
  const inVisit = new Set(had);
  const picks: number[] = [];
  let now = turn;
  let inOrder = nextInOrder(rotation, turn);
  while (picks.length < want && inVisit.size < keys.length) {
    const index = visit.random ? nextAtRandom(rotation, now, inVisit) : inOrder;
    inOrder = (index + 1) % keys.length;
    inVisit.add(index);
    picks.push(index);
    now = advance(rotation, now, index);
  }
  return { picks, turn: now };
}

/** The turn after that item was taken. */
export function advance(rotation: Rotation, turn: Turn | undefined, index: number): Turn {
  const { visit, keys } = rotation;
  const last = keys[index] ?? '';
  const at = positionOf(visit, index);
  return visit.random ? { last, at, bag: bagAfter(rotation, turn?.bag, index) } : { last, at };
}

function positionOf({ positions }: Visit, index: number): number {
  return positions?.[index] ?? index;
}

/** An entry that does not play now or is gone keeps its place: the entry after it comes next. */
function nextInOrder({ visit, keys }: Rotation, turn: Turn | undefined): number {
  if (turn === undefined) return 0;
  const index = keys.indexOf(turn.last);
  const isBehind = (_: string, member: number): boolean => positionOf(visit, member) > turn.at;
  const next = index === -1 ? keys.findIndex(isBehind) : index + 1;
  return next === -1 || next >= keys.length ? 0 : next;
}

function nextAtRandom(rotation: Rotation, turn: Turn | undefined, inVisit: ReadonlySet<number>): number {
  const { keys } = rotation;
  const bag = turn?.bag;
  if (bag !== undefined) {
    const { order } = orderOf(rotation, bag.round);
    const found = order.slice(reached(rotation, bag)).find((index) => !inVisit.has(index));
    if (found !== undefined) return found;
    const waiting = bag.deferred.map((key) => keys.indexOf(key));
    const deferred = waiting.find((index) => index !== -1 && !inVisit.has(index));
    if (deferred !== undefined) return deferred;
  }
  const { order } = orderOf(rotation, roundAfter(rotation, bag));
  const free = order.filter((index) => !inVisit.has(index));
  return free.find((index) => keys[index] !== turn?.last) ?? free[0] ?? 0;
}

function bagAfter(rotation: Rotation, bag: Bag | undefined, index: number): Bag {
  const { keys } = rotation;
  const key = keys[index] ?? '';
  if (bag !== undefined) {
    const from = reached(rotation, bag);
    const { order, rankOf } = orderOf(rotation, bag.round);
    const to = rankOf[index] ?? 0;
    if (to >= from)
      return { ...bag, upTo: key, deferred: [...bag.deferred, ...named(order.slice(from, to))] };
    if (bag.deferred.includes(key))
      return { ...bag, deferred: bag.deferred.filter((deferred) => deferred !== key) };
  }
  const round = roundAfter(rotation, bag);
  const { order, rankOf } = orderOf(rotation, round);
  return { round, upTo: key, deferred: named(order.slice(0, rankOf[index])) };

  function named(indices: readonly number[]): string[] {
    return indices.flatMap((each) => keys[each] ?? []);
  }
}

function roundAfter({ rounds }: Rotation, bag: Bag | undefined): number {
  return bag === undefined ? 0 : (bag.round + 1) % rounds;
}

interface Order {
  readonly round: number;
  /** Items by rank, and the rank of each item. */
  readonly order: readonly number[];
  readonly rankOf: readonly number[];
  readonly weights: readonly number[];
}

const orders = new WeakMap<Visit, Order>();

/** A rank depends on playlist, round and entry alone, so other entries may come and go. */
function orderOf({ visit, keys }: Rotation, round: number): Order {
  const kept = orders.get(visit);
  if (kept?.round === round) return kept;
  const weights = keys.map((key) => weight(visit.list, round, key));
  const order = keys
    .map((_, index) => index)
    .sort((a, b) => compare(weights[a], keys[a], weights[b], keys[b]));
  const rankOf: number[] = [];
  for (const [rank, index] of order.entries()) rankOf[index] = rank;
  const made = { round, order, rankOf, weights };
  orders.set(visit, made);
  return made;
}

/** Number of ranks of the round that are done. */
function reached(rotation: Rotation, { round, upTo }: Bag): number {
  const { visit, keys } = rotation;
  const { order, weights } = orderOf(rotation, round);
  const limit = weight(visit.list, round, upTo);
  const next = order.findIndex((index) => compare(weights[index], keys[index], limit, upTo) > 0);
  return next === -1 ? order.length : next;
}

function compare(weight = 0, key = '', otherWeight = 0, otherKey = ''): number {
  return weight - otherWeight || (key < otherKey ? -1 : key > otherKey ? 1 : 0);
}

/** 32 bits that depend on every bit of the three (FNV-1a, then scrambled). */
function weight(list: string, round: number, key: string): number {
  let bits = 0x811c9dc5;
  for (const character of `${list}\n${round}\n${key}`)
    bits = Math.imul(bits ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return scramble(bits);
}
