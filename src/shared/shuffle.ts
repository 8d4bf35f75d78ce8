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
  const previousLast = permutation(items.length, seed, pass - 1).at(-1) ?? -1;
  let order = permutation(items.length, seed, pass);
  const last = order.at(-1) ?? 0;
  // Where exchanging two items does not help, another order to start from nearly always does.
  for (let attempt = 1; new Repair(items, order, neighbours).run(previousLast) > 0; attempt++) {
    if (attempt === mostAttempts || items.length > longestRetried) break;
    order = permutation(items.length, scramble(seed + attempt), pass);
    order[order.indexOf(last)] = order.at(-1) ?? 0;
    order[order.length - 1] = last;
  }
  return order;
}

const mostAttempts = 8;
/** In longer lists an item to exchange with is always found, unless most of them are alike. */
const longestRetried = 200;

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
  /** Places that may be touched are below it. */
  readonly #movable: number;
  /** Bounds the search in lists of many like items, where no order is free of clashes. */
  #tries: number;

  constructor(items: readonly Edges[], order: number[], neighbours: Neighbours) {
    this.#items = items;
    this.#order = order;
    this.#neighbours = neighbours;
    this.#movable = neighbours.pinned ? order.length - 1 : order.length;
    this.#tries = items.length * 20 + 1000;
  }

  /**
   * Answers how many clashes are left. `previousLast`: a nested list should not follow itself from one pass to the
   * next, where that costs nothing.
   */
  run(previousLast: number): number {
    for (let round = 0; round < 3; round++)
      for (let edge = 0; edge <= this.#order.length; edge++)
        if (this.#clashes(edge) && !this.#mend(edge)) this.#mend(edge - 1);
    if (this.#order[0] === previousLast) this.#changeFirst();
    let left = 0;
    for (let edge = 0; edge <= this.#order.length; edge++) left += Number(this.#clashes(edge));
    return left;
  }

  #changeFirst(): void {
    for (let other = 1; other < this.#movable; other++)
      if (this.#exchangeIf((before, after) => after <= before, 0, other)) return;
  }

  /** Exchanges what is at `place` with anything that leaves fewer clashes around both. */
  #mend(place: number): boolean {
    if (place < 0 || place >= this.#movable) return false;
    for (let step = 1; step < this.#movable && this.#tries > 0; step++) {
      const other = (place + step) % this.#movable;
      if (this.#exchangeIf((before, after) => after < before, place, other)) return true;
    }
    return false;
  }

  #exchangeIf(better: (before: number, after: number) => boolean, a: number, b: number): boolean {
    this.#tries--;
    const before = this.#clashesAround(a, b);
    this.#exchange(a, b);
    if (better(before, this.#clashesAround(a, b))) return true;
    this.#exchange(a, b);
    return false;
  }

  #clashesAround(a: number, b: number): number {
    let count = Number(this.#clashes(a)) + Number(this.#clashes(a + 1));
    if (b !== a + 1) count += Number(this.#clashes(b));
    if (b + 1 !== a) count += Number(this.#clashes(b + 1));
    return count;
  }

  /** Whether what is at `edge` follows its like; the edge after the last place is the one to the right neighbour. */
  #clashes(edge: number): boolean {
    const left = edge === 0 ? this.#neighbours.left : this.#edges(edge - 1).last;
    const right = edge === this.#order.length ? this.#neighbours.right : this.#edges(edge).first;
    return same(left, right);
  }

  #edges(place: number): Edges {
    return this.#items[this.#order[place] ?? -1] ?? unknownEdges;
  }

  #exchange(a: number, b: number): void {
    const kept = this.#order[a] ?? 0;
    this.#order[a] = this.#order[b] ?? 0;
    this.#order[b] = kept;
  }
}

const unknownEdges: Edges = { first: null, last: null };

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
