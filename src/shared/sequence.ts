import type { Cue, Sequence } from './programme.ts';
import { type Ends, type Neighbours, shuffle } from './shuffle.ts';
import { advance, draw, type Rotation, type Turn, type Turns, type Visit } from './visit.ts';

/**
 * The cues of one pass in the order in which they play, as indices into `cues`. It is a rule and not a state: every
 * screen, and the same screen after a restart, gets the same order for the same number of the pass and the same turns.
 */
export function expandPass(sequence: Sequence, cues: readonly Cue[], pass: number): readonly number[] {
  return expand(sequence, cues, { pass }).order;
}

export const noTurns: Turns = new Map();

export interface PassNeeds {
  readonly pass: number;
  /** How far rotations have come before it. With `held`: with that cue. */
  readonly turns?: Turns;
  /** A cue of the pass that is on screen already: the pass has it, and what comes after it follows from there. */
  readonly held?: Cue | null;
  /** In step: after so many rounds, random rotations begin again. */
  readonly rounds?: number;
}

export interface ExpandedPass {
  readonly order: readonly number[];
  /** How far rotations have come after it. */
  readonly turns: Turns;
}

export function expand(sequence: Sequence, cues: readonly Cue[], needs: PassNeeds): ExpandedPass {
  const order: number[] = [];
  const members = new Members(cues, needs);
  members.expand(sequence, { left: members.before(sequence), right: null, pinned: true }, order, 0, true);
  // What is held may not be in this sequence at all.
  if (members.waitsForHeld) return expand(sequence, cues, { ...needs, held: null });
  return { order, turns: members.turns };
}

type Member = number | Sequence;

/** The members of sequences in one pass. Two cues are alike when they show the same media file. */
class Members {
  readonly #cues: readonly Cue[];
  readonly #pass: number;
  readonly #rounds: number;
  readonly #turns: Map<string, Turn>;
  #held: Cue | null;

  constructor(
    cues: readonly Cue[],
    { pass, turns = noTurns, held, rounds = Number.POSITIVE_INFINITY }: PassNeeds,
  ) {
    this.#cues = cues;
    this.#pass = pass;
    this.#rounds = rounds;
    this.#turns = new Map(turns);
    this.#held = held ?? null;
  }

  get turns(): Turns {
    return this.#turns;
  }

  /** What is held has not come yet. */
  get waitsForHeld(): boolean {
    return this.#held !== null;
  }

  /** The media file that the pass before this one ended with. */
  before(sequence: Sequence): string | null {
    return new Members(this.#cues, { pass: this.#pass - 1 }).#last(sequence);
  }

  /** `depth`: how many lists are around it. `leadsToHeld`: what is held, if anything, stands in it. */
  expand(
    sequence: Sequence,
    neighbours: Neighbours,
    order: number[],
    depth: number,
    leadsToHeld: boolean,
  ): void {
    const members =
      sequence.visit === undefined
        ? this.#ordered(sequence, neighbours)
        : this.#visited(sequence, sequence.visit, depth, leadsToHeld);
    for (const [index, member] of members.entries()) {
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
  }

  /** The members that this visit plays. What was before the held cue has had its turn already. */
  #visited(sequence: Sequence, visit: Visit, depth: number, leadsToHeld: boolean): readonly Member[] {
    const { members } = sequence;
    const rotation = { visit, keys: keysOf(sequence, this.#cues, depth), rounds: this.#rounds };
    const held = this.#held;
    const before = this.#turns.get(visit.list);
    if (held !== null && !leadsToHeld) return pick(members, draw(rotation, before, visit.count).picks);
    const first = held === null ? -1 : rotation.keys.indexOf(held.path[depth] ?? '');
    const from = first === -1 ? before : turnAt(rotation, before, first);
    const most = Math.min(visit.count, rotation.keys.length);
    const left = most - (first === -1 ? 0 : takenAt(before, held, depth));
    const { picks, turn } = draw(rotation, from, left, first === -1 ? [] : [first]);
    if (turn !== undefined) this.#turns.set(visit.list, turn);
    return pick(members, first === -1 ? picks : [first, ...picks]);
  }

  #ordered({ seed, members }: Sequence, neighbours: Neighbours): readonly Member[] {
    if (seed === null) return members;
    const ends = members.map((member) => this.#ends(member));
    return shuffle(ends, seed, this.#pass, neighbours).flatMap((index) => members[index] ?? []);
  }

  /** What a pass ends with, whatever is around it: `pinned` keeps it so. */
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

  /** The one media file that everything in the sequence shows; null when there are several. */
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

/** The entry of a member in the list that stands in so many others. */
export function keyOf(member: Member, cues: readonly Cue[], depth: number): string {
  let inner: Member | undefined = member;
  while (typeof inner === 'object') inner = inner.members[0];
  return cues[inner ?? -1]?.path[depth] ?? '';
}

export function keysOf({ members }: Sequence, cues: readonly Cue[], depth: number): readonly string[] {
  return members.map((member) => keyOf(member, cues, depth));
}

/** The turn with that item taken, which it may have been already. */
function turnAt(rotation: Rotation, turn: Turn | undefined, index: number): Turn {
  return turn !== undefined && turn.last === rotation.keys[index] ? turn : advance(rotation, turn, index);
}

/** How many items its visit has had, with the one that is held. */
function takenAt(turn: Turn | undefined, held: Cue | null, depth: number): number {
  const isSame = turn?.last === held?.path[depth] && turn?.visit?.place === placeOfVisit(held, depth);
  return isSame ? (turn?.visit?.taken ?? 1) : 1;
}

export function placeOfVisit(cue: Cue | null, depth: number): string {
  return JSON.stringify(cue?.path.slice(0, depth) ?? []);
}
