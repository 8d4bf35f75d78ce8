/** What an item begins and ends with; null: it can suit itself to its neighbours, or nobody knows. */
export interface Edges {
  readonly first: string | null;
  readonly last: string | null;
}

export interface Neighbours {
  /** What plays before and after, where that is known. */
  readonly left: string | null;
  readonly right: string | null;
  /** The end of the order is the end of a whole pass: it must not depend on what is around it. */
  readonly pinned: boolean;
}

/**
 * An order of the items for one pass, such that the same item does not follow itself, within the pass, across its
 * edge and beside its neighbours, where the items allow it. A function of its arguments alone.
 */
export function shuffle(
  items: readonly Edges[],
  seed: number,
  pass: number,
  neighbours: Neighbours,
): readonly number[] {
  if (items.length < 2) return items.map((_, index) => index);
  // Of two, one order must be kept for ever: turned round, the last would follow itself.
  if (items.length === 2) return orderOfTwo(items, permutation(2, seed, 0), neighbours);
  const order = permutation(items.length, seed, pass);
  const previousLast = permutation(items.length, seed, pass - 1).at(-1) ?? -1;
  new Repair(items, order, neighbours, previousLast).run();
  return order;
}

function orderOfTwo(items: readonly Edges[], order: number[], neighbours: Neighbours): readonly number[] {
  if (neighbours.pinned) return order;
  const turned = order.toReversed();
  const clashes = (candidate: readonly number[]): number =>
    Number(same(neighbours.left, items[candidate[0] ?? 0]?.first ?? null)) +
    Number(same(items[candidate[1] ?? 0]?.last ?? null, neighbours.right));
  return clashes(turned) < clashes(order) ? turned : order;
}

/** Exchanges places until no item follows its like. The last place is never touched when it is pinned. */
class Repair {
  readonly #items: readonly Edges[];
  readonly #order: number[];
  readonly #neighbours: Neighbours;
  readonly #previousLast: number;
  /** Bounds the search in lists of many like items, where no order is free of clashes. */
  #tries: number;

  constructor(items: readonly Edges[], order: number[], neighbours: Neighbours, previousLast: number) {
    this.#items = items;
    this.#order = order;
    this.#neighbours = neighbours;
    this.#previousLast = previousLast;
    this.#tries = items.length * 20 + 1000;
  }

  run(): void {
    const end = this.#order.length - 1;
    if (!this.#neighbours.pinned && this.#clashesAfter(end)) this.#mend(end, 0, end);
    for (let place = 0; place < end; place++) if (this.#clashes(place)) this.#mend(place, place + 1, end);
    if (this.#clashes(end)) this.#mend(end - 1, 0, end - 1);
    for (let place = 1; place < end; place++) if (this.#clashes(place)) this.#mend(place, 0, end);
    // Not a clash for who watches one cue after another, but a nested list should not follow itself either.
    if (this.#order[0] === this.#previousLast) this.#mend(0, 1, end, this.#previousLast);
  }

  /** Exchanges the item at `place` with one of [from, until) if that leaves fewer clashes around both. */
  #mend(place: number, from: number, until: number, unwanted = -1): void {
    for (let other = from; other < until && this.#tries > 0; other++) {
      if (other === place) continue;
      this.#tries--;
      const before = this.#around(place, other, unwanted);
      this.#exchange(place, other);
      if (this.#around(place, other, unwanted) < before && !this.#clashes(place)) return;
      this.#exchange(place, other);
    }
  }

  #around(a: number, b: number, unwanted: number): number {
    const edges = new Set([a, a + 1, b, b + 1]);
    let clashes = this.#order[0] === unwanted ? 1 : 0;
    for (const edge of edges) if (this.#clashes(edge)) clashes += 2;
    return clashes;
  }

  /** Whether what is at `place` follows its like; the place after the last one is the right neighbour. */
  #clashes(place: number): boolean {
    if (place === this.#order.length) return this.#clashesAfter(place - 1);
    const before = place === 0 ? this.#neighbours.left : this.#edges(place - 1).last;
    return same(before, this.#edges(place).first);
  }

  #clashesAfter(place: number): boolean {
    return same(this.#edges(place).last, this.#neighbours.right);
  }

  #edges(place: number): Edges {
    return this.#items[this.#order[place] ?? -1] ?? { first: null, last: null };
  }

  #exchange(a: number, b: number): void {
    const kept = this.#order[a] ?? 0;
    this.#order[a] = this.#order[b] ?? 0;
    this.#order[b] = kept;
  }
}

function same(a: string | null, b: string | null): boolean {
  return a !== null && a === b;
}

/** Fisher and Yates, with numbers that depend on seed and pass alone. */
function permutation(length: number, seed: number, pass: number): number[] {
  const order = Array.from({ length }, (_, index) => index);
  const next = randomNumbers(scramble(seed) ^ scramble(pass));
  for (let place = length - 1; place > 0; place--) {
    const other = Math.floor(next() * (place + 1));
    const kept = order[place] ?? 0;
    order[place] = order[other] ?? 0;
    order[other] = kept;
  }
  return order;
}

/** Spreads neighbouring numbers far apart. */
function scramble(number: number): number {
  let bits = ((number % 2 ** 32) | 0) + 0x9e3779b9;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** A 32-bit counter, scrambled: from 0 to 1, the same numbers on every machine. */
function randomNumbers(start: number): () => number {
  let counter = start >>> 0;
  return () => {
    counter = (counter + 0x6d2b79f5) >>> 0;
    return scramble(counter) / 2 ** 32;
  };
}
