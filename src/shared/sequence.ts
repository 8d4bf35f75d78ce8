import type { Cue, Sequence } from './programme.ts';
import { type Ends, type Neighbours, shuffle } from './shuffle.ts';
import { advance, draw, type Rotation, type Turn, type Turns, type Visit, type VisitSoFar } from './visit.ts';

/**
 * The playing order of one pass, as indices into `cues`. It depends only on the number of the pass and the rotations, so
 * every screen gets the same order, also after a restart.
 */
export function expandPass(sequence: Sequence, cues: readonly Cue[], pass: number): readonly number[] {
  return expand(sequence, cues, { pass }).order;
}

export const noTurns: Turns = new Map();

export interface PassNeeds {
  readonly pass: number;
  /** Rotations before the pass; with `held`, including that cue. */
  readonly turns?: Turns;
  /** The cue on screen: the pass contains it, and what follows continues from there. */
  readonly held?: Cue | null;
  /** In its place: a cue that ended as its hours did. What follows continues from its place. */
  readonly ended?: Ended | null;
  /** In step: random rotations repeat after this many rounds. */
  readonly rounds?: number;
}

/** A cue that the sequence does not contain any more, and the cues before it in its pass. */
export interface Ended {
  readonly cue: Cue;
  readonly before: readonly Cue[];
}

export interface ExpandedPass {
  readonly order: readonly number[];
  /** The index of what follows the ended cue; without one, 0. */
  readonly goesOnAt: number;
  /** Rotations after the pass. */
  readonly turns: Turns;
}

export function expand(sequence: Sequence, cues: readonly Cue[], needs: PassNeeds): ExpandedPass {
  const order: number[] = [];
  const members = new Members(cues, needs);
  members.expand(sequence, { left: members.before(sequence), right: null, pinned: true }, order, 0, true);
  // This sequence may not contain the held cue at all.
  if (members.waitsForHeld) return expand(sequence, cues, { ...needs, held: null, ended: null });
  return { order, goesOnAt: members.goesOnAt, turns: members.turns };
}

/** A nested list and its nesting level. */
export interface Place {
  readonly sequence: Sequence;
  readonly depth: number;
}

/** One visit of each place, one after the other. */
export function visitEach(places: readonly Place[], cues: readonly Cue[], needs: PassNeeds): ExpandedPass {
  const order: number[] = [];
  const members = new Members(cues, needs);
  const alone = { left: null, right: null, pinned: false };
  for (const { sequence, depth } of places) members.expand(sequence, alone, order, depth, false);
  return { order, goesOnAt: 0, turns: members.turns };
}

type Member = number | Sequence;

/** Expands sequences to cues for one pass. Two cues are alike when they show the same media file. */
class Members {
  readonly #cues: readonly Cue[];
  readonly #pass: number;
  readonly #rounds: number;
  readonly #turns: Map<string, Turn>;
  readonly #beforeEnded: readonly Cue[] | null;
  #held: Cue | null;
  #goesOnAt = 0;

  constructor(
    cues: readonly Cue[],
    { pass, turns = noTurns, held, ended, rounds = Number.POSITIVE_INFINITY }: PassNeeds,
  ) {
    this.#cues = cues;
    this.#pass = pass;
    this.#rounds = rounds;
    this.#turns = new Map(turns);
    this.#beforeEnded = ended?.before ?? null;
    this.#held = ended?.cue ?? held ?? null;
  }

  get turns(): Turns {
    return this.#turns;
  }

  get goesOnAt(): number {
    return this.#goesOnAt;
  }

  /** The held cue, or the place of the ended one, has not come yet. */
  get waitsForHeld(): boolean {
    return this.#held !== null;
  }

  /** The last media file of the previous pass. */
  before(sequence: Sequence): string | null {
    return new Members(this.#cues, { pass: this.#pass - 1 }).#last(sequence);
  }

  /** `depth`: nesting level. `leadsToHeld`: the sequence contains the held cue, if there is one. */
  expand(
    sequence: Sequence,
    neighbours: Neighbours,
    order: number[],
    depth: number,
    leadsToHeld: boolean,
  ): void {
    const past = leadsToHeld ? this.#beforePlace(sequence, depth) : null;
    const ordered =
      sequence.visit === undefined
        ? this.#ordered(sequence, neighbours)
        : this.#visited(sequence, sequence.visit, depth, leadsToHeld);
    const members =
      past === null
        ? ordered
        : [...ordered.filter((member) => past.has(member)), ...ordered.filter((member) => !past.has(member))];
    for (const [index, member] of members.entries()) {
      if (past?.size === index) this.#goOn(order);
      if (typeof member === 'number') {
        order.push(member);
        if (this.#cues[member]?.id === this.#held?.id) this.#held = null;
        continue;
      }
      const next = members[index + 1];
      const last = order.at(-1);
      this.expand(
        member,
        {
          left: last === undefined ? neighbours.left : this.#fileOf(last),
          right: next === undefined ? neighbours.right : this.#ends(next).first,
          pinned: neighbours.pinned && next === undefined,
        },
        order,
        depth + 1,
        leadsToHeld && this.#held?.path[depth] === keyOf(member, this.#cues, depth),
      );
    }
    if (past?.size === members.length) this.#goOn(order);
  }

  #goOn(order: readonly number[]): void {
    this.#goesOnAt = order.length;
    this.#held = null;
  }

  /** If the ended cue had its place here: the members before it. In a visit, all have had their turn. */
  #beforePlace(sequence: Sequence, depth: number): ReadonlySet<Member> | null {
    const held = this.#held;
    if (this.#beforeEnded === null || held === null) return null;
    const keys = keysOf(sequence, this.#cues, depth);
    if (keys.includes(held.path[depth] ?? '')) return null;
    if (sequence.visit !== undefined) return new Set();
    const place = placeOfVisit(held, depth);
    const played = new Set(
      this.#beforeEnded.filter((cue) => placeOfVisit(cue, depth) === place).map(({ path }) => path[depth]),
    );
    const { seed, members } = sequence;
    if (seed !== null) return new Set(members.filter((_, index) => played.has(keys[index])));
    return new Set(members.slice(0, keys.findLastIndex((key) => played.has(key)) + 1));
  }

  /** The members of this visit. Members before the held cue have had their turn. */
  #visited(sequence: Sequence, visit: Visit, depth: number, leadsToHeld: boolean): readonly Member[] {
    const { members } = sequence;
    const rotation = { visit, keys: keysOf(sequence, this.#cues, depth), rounds: this.#rounds };
    const held = this.#held;
    const before = this.#turns.get(visit.list);
    if (held !== null && !leadsToHeld) return pick(members, draw(rotation, before, visit.count).picks);
    const first = held === null ? -1 : rotation.keys.indexOf(held.path[depth] ?? '');
    const from = first === -1 ? before : turnAt(rotation, before, first);
    const most = Math.min(visit.count, rotation.keys.length);
    const isOver = first === -1 && this.#beforeEnded === null;
    const soFar = held === null || isOver ? null : visitSoFar(before, held, depth);
    const left = most - (soFar?.taken ?? 0);
    const had = (soFar?.had ?? []).map((key) => rotation.keys.indexOf(key)).filter((index) => index !== -1);
    const { picks, turn } = draw(rotation, from, left, first === -1 ? had : [first, ...had]);
    if (turn !== undefined) this.#turns.set(visit.list, turn);
    return pick(members, first === -1 ? picks : [first, ...picks]);
  }

  #ordered({ seed, members }: Sequence, neighbours: Neighbours): readonly Member[] {
    if (seed === null) return members;
    const ends = members.map((member) => this.#ends(member));
    return shuffle(ends, seed, this.#pass, neighbours).flatMap((index) => members[index] ?? []);
  }

  /** The last media file of a pass regardless of its neighbours: `pinned` keeps it. */
  #last(sequence: Sequence): string | null {
    const last = this.#ordered(sequence, { left: null, right: null, pinned: true }).at(-1);
    if (last === undefined) return null;
    if (typeof last === 'number') return this.#fileOf(last);
    return last.visit === undefined ? this.#last(last) : this.#onlyFile(last);
  }

  /** Null at an end that adapts to its neighbours. */
  #ends(member: Member): Ends {
    if (typeof member === 'number') {
      const file = this.#fileOf(member);
      return { first: file, last: file };
    }
    if (member.seed !== null || member.visit !== undefined) {
      const only = this.#onlyFile(member);
      return { first: only, last: only };
    }
    const [first] = member.members;
    const last = member.members.at(-1);
    return {
      first: first === undefined ? null : this.#ends(first).first,
      last: last === undefined ? null : this.#ends(last).last,
    };
  }

  /** The only media file in the sequence; null when there are several. */
  #onlyFile(sequence: Sequence): string | null {
    let only: string | null = null;
    for (const member of sequence.members) {
      const file = typeof member === 'number' ? this.#fileOf(member) : this.#onlyFile(member);
      if (file === null || (only !== null && file !== only)) return null;
      only = file;
    }
    return only;
  }

  #fileOf(cue: number): string {
    return this.#cues[cue]?.mediaFileId ?? '';
  }
}

function pick(members: readonly Member[], indices: readonly number[]): readonly Member[] {
  return indices.flatMap((index) => members[index] ?? []);
}

/** The id of a member's entry, at the given nesting level. */
export function keyOf(member: Member, cues: readonly Cue[], depth: number): string {
  let inner: Member | undefined = member;
  while (typeof inner === 'object') inner = inner.members[0];
  return cues[inner ?? -1]?.path[depth] ?? '';
}

/** A sequence belongs to one list of cues and stands in one place, and each pass of a rotation needs its keys. */
const keysKept = new WeakMap<Sequence, readonly string[]>();

export function keysOf(sequence: Sequence, cues: readonly Cue[], depth: number): readonly string[] {
  const kept = keysKept.get(sequence);
  if (kept !== undefined) return kept;
  const made = sequence.members.map((member) => keyOf(member, cues, depth));
  keysKept.set(sequence, made);
  return made;
}

/** The turn with that item taken, unless it is taken already. */
function turnAt(rotation: Rotation, turn: Turn | undefined, index: number): Turn {
  return turn !== undefined && turn.last === rotation.keys[index] ? turn : advance(rotation, turn, index);
}

/** What the visit has had, including the held cue. */
function visitSoFar(turn: Turn | undefined, held: Cue | null, depth: number): VisitSoFar {
  const place = placeOfVisit(held, depth);
  const isSame = turn?.last === held?.path[depth] && turn?.visit?.place === place;
  return (isSame ? turn?.visit : undefined) ?? { place, taken: 1 };
}

export function placeOfVisit(cue: Cue | null, depth: number): string {
  return JSON.stringify(cue?.path.slice(0, depth) ?? []);
}
