import type { Cue, Sequence } from './programme.ts';
import { type Ends, type Neighbours, shuffle } from './shuffle.ts';

/**
 * The cues of one pass in the order in which they play, as indices into `cues`. It is a rule and not a state: every
 * screen, and the same screen after a restart, gets the same order for the same number of the pass.
 */
export function expandPass(sequence: Sequence, cues: readonly Cue[], pass: number): readonly number[] {
  const order: number[] = [];
  const members = new Members(cues, pass);
  members.expand(sequence, { left: members.before(sequence), right: null, pinned: true }, order);
  return order;
}

/** What the wall clock says is on. */
export interface OnAir {
  /** The number of the pass since the anchor. */
  readonly pass: number;
  /** Index in the order of this pass. */
  readonly index: number;
  /** Index in the programme's cues. */
  readonly cue: number;
  /** How much of the cue's time is over. */
  readonly elapsedMs: number;
}

/** In step: what is on at `instant`; null when a pass has no length. */
export function onAirAt(
  sequence: Sequence,
  cues: readonly Cue[],
  anchor: number,
  instant: number,
): OnAir | null {
  const length = passLength(sequence, cues);
  if (!(length > 0)) return null;
  const pass = Math.floor((instant - anchor) / length);
  let elapsedMs = instant - anchor - pass * length;
  const order = expandPass(sequence, cues, pass);
  for (const [index, cue] of order.entries()) {
    const duration = cues[cue]?.durationMs ?? 0;
    if (elapsedMs < duration) return { pass, index, cue, elapsedMs };
    elapsedMs -= duration;
  }
  return null;
}

/** Milliseconds. A pass plays each of its cues once, so all passes have the same length. */
export function passLength({ members }: Sequence, cues: readonly Cue[]): number {
  let length = 0;
  for (const member of members)
    length += typeof member === 'number' ? (cues[member]?.durationMs ?? 0) : passLength(member, cues);
  return length;
}

type Member = number | Sequence;

/** The members of sequences in one pass. Two cues are alike when they show the same media file. */
class Members {
  readonly #cues: readonly Cue[];
  readonly #pass: number;

  constructor(cues: readonly Cue[], pass: number) {
    this.#cues = cues;
    this.#pass = pass;
  }

  /** The media file that the pass before this one ended with. */
  before(sequence: Sequence): string | null {
    return new Members(this.#cues, this.#pass - 1).#last(sequence);
  }

  expand(sequence: Sequence, neighbours: Neighbours, order: number[]): void {
    const members = this.#ordered(sequence, neighbours);
    for (const [index, member] of members.entries()) {
      if (typeof member === 'number') {
        order.push(member);
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
      );
    }
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
    return typeof last === 'number' ? this.#fileOf(last) : this.#last(last);
  }

  /** Null at an end that adapts to its neighbours. */
  #ends(member: Member): Ends {
    if (typeof member === 'number') {
      const file = this.#fileOf(member);
      return { first: file, last: file };
    }
    if (member.seed !== null) {
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
