import type { Cue, Sequence } from './programme.ts';
import { type Edges, type Neighbours, shuffle } from './shuffle.ts';

/**
 * The cues of one pass in the order in which they play, as positions in `cues`. A rule and not a state: every
 * screen, and the same screen after a restart, gets the same order for the same number of the pass.
 */
export function expandPass(sequence: Sequence, cues: readonly Cue[], pass: number): readonly number[] {
  const order: number[] = [];
  const item = new Items(cues, pass);
  item.expand(sequence, { left: item.before(sequence), right: null, pinned: true }, order);
  return order;
}

export interface Position {
  /** The number of the pass since the anchor. */
  readonly pass: number;
  /** Place in the order of this pass. */
  readonly index: number;
  /** Position in the programme's cues. */
  readonly cue: number;
  /** How far into the cue. */
  readonly offsetMs: number;
}

/** In step: what the wall clock says is on at `instant`; null when a pass has no length. */
export function positionAt(
  sequence: Sequence,
  cues: readonly Cue[],
  anchor: number,
  instant: number,
): Position | null {
  const length = passLength(sequence, cues);
  if (!(length > 0)) return null;
  const pass = Math.floor((instant - anchor) / length);
  let offsetMs = instant - anchor - pass * length;
  const order = expandPass(sequence, cues, pass);
  for (const [index, cue] of order.entries()) {
    const duration = cues[cue]?.durationMs ?? 0;
    if (offsetMs < duration) return { pass, index, cue, offsetMs };
    offsetMs -= duration;
  }
  return null;
}

/** Milliseconds. A pass plays each of its cues once, so every pass is as long. */
export function passLength(sequence: Sequence, cues: readonly Cue[]): number {
  return sequence.items.reduce<number>(
    (sum, item) => sum + (typeof item === 'number' ? (cues[item]?.durationMs ?? 0) : passLength(item, cues)),
    0,
  );
}

type Item = number | Sequence;

/** The items of sequences in one pass. What an item shows is told by its media file, also where bytes are missing. */
class Items {
  readonly #cues: readonly Cue[];
  readonly #pass: number;

  constructor(cues: readonly Cue[], pass: number) {
    this.#cues = cues;
    this.#pass = pass;
  }

  /** What the pass before this one ended with. */
  before(sequence: Sequence): string | null {
    return new Items(this.#cues, this.#pass - 1).#last(sequence);
  }

  expand(sequence: Sequence, neighbours: Neighbours, order: number[]): void {
    const items = this.#ordered(sequence, neighbours);
    for (const [index, item] of items.entries()) {
      if (typeof item === 'number') {
        order.push(item);
        continue;
      }
      const next = items[index + 1];
      const last = order.at(-1);
      this.expand(
        item,
        {
          left: last === undefined ? neighbours.left : this.#key(last),
          right: next === undefined ? neighbours.right : this.#edges(next).first,
          pinned: neighbours.pinned && next === undefined,
        },
        order,
      );
    }
  }

  #ordered(sequence: Sequence, neighbours: Neighbours): readonly Item[] {
    const { seed, items } = sequence;
    if (seed === null) return items;
    const edges = items.map((item) => this.#edges(item));
    return shuffle(edges, seed, this.#pass, neighbours).flatMap((index) => items[index] ?? []);
  }

  /** The end of a pass does not depend on what is around it: that is what `pinned` holds fast. */
  #last(sequence: Sequence): string | null {
    const last = this.#ordered(sequence, { left: null, right: null, pinned: true }).at(-1);
    if (last === undefined) return null;
    return typeof last === 'number' ? this.#key(last) : this.#last(last);
  }

  /** What an item begins and ends with; null where it can suit itself to its neighbours. */
  #edges(item: Item): Edges {
    if (typeof item === 'number') {
      const key = this.#key(item);
      return { first: key, last: key };
    }
    if (item.seed !== null) {
      const only = this.#onlyKey(item);
      return { first: only, last: only };
    }
    const [first] = item.items;
    const last = item.items.at(-1);
    return {
      first: first === undefined ? null : this.#edges(first).first,
      last: last === undefined ? null : this.#edges(last).last,
    };
  }

  /** The one thing that everything in it shows, or null. */
  #onlyKey(sequence: Sequence): string | null {
    let only: string | null = null;
    for (const item of sequence.items) {
      const key = typeof item === 'number' ? this.#key(item) : this.#onlyKey(item);
      if (key === null || (only !== null && key !== only)) return null;
      only = key;
    }
    return only;
  }

  #key(cue: number): string {
    return this.#cues[cue]?.mediaFileId ?? '';
  }
}
