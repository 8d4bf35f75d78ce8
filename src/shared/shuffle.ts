/** Start and end of a member; null: unknown, or adapts to its neighbours. */
export interface Ends {
  readonly first: string | null;
  readonly last: string | null;
}

export interface Neighbours {
  /** The media files before and after, if known. */
  readonly left: string | null;
  readonly right: string | null;
  /** The end of the order is the end of a whole pass, so it must not depend on the neighbours. */
  readonly pinned: boolean;
}

/** After this many orders, remaining clashes are accepted. */
const mostAttempts = 8;
/** Longer lists always have a member to swap with, unless most of them are alike. */
const longestRetried = 200;

/**
 * Orders the members for one pass so that none follows its like, where possible: within the pass, across passes and
 * beside the neighbours. Depends on its arguments alone.
 */
export function shuffle(
  members: readonly Ends[],
  seed: number,
  pass: number,
  neighbours: Neighbours,
): readonly number[] {
  if (members.length < 2) return members.map((_, index) => index);
  // Two members keep one order forever: reversed, the last one would follow itself.
  if (members.length === 2) return orderOfTwo(members, permutation(2, seed, 0), neighbours);
  const previousLast = permutation(members.length, seed, pass - 1).at(-1) ?? -1;
  let order = permutation(members.length, seed, pass);
  const last = order.at(-1) ?? 0;
  // Where swaps do not help, another initial order nearly always does.
  for (let attempt = 1; new Repair(members, order, neighbours).run(previousLast) > 0; attempt++) {
    if (attempt === mostAttempts || members.length > longestRetried) break;
    order = permutation(members.length, scramble(seed + attempt), pass);
    order[order.indexOf(last)] = order.at(-1) ?? 0;
    order[order.length - 1] = last;
  }
  return order;
}

function orderOfTwo(members: readonly Ends[], order: number[], neighbours: Neighbours): readonly number[] {
  if (neighbours.pinned) return order;
  const turned = order.toReversed();
  const clashes = (candidate: readonly number[]): number =>
    Number(same(neighbours.left, members[candidate[0] ?? 0]?.first ?? null)) +
    Number(same(members[candidate[1] ?? 0]?.last ?? null, neighbours.right));
  return clashes(turned) < clashes(order) ? turned : order;
}

/**
 * Swaps members until none follows its like. A seam is the place between two members: seam `n` lies before index `n`; the
 * first and the last one touch the neighbours.
 */
class Repair {
  readonly #members: readonly Ends[];
  readonly #order: number[];
  readonly #neighbours: Neighbours;
  /** Only indices below it may change: a pinned last member stays. */
  readonly #movable: number;
  /** Bounds the search in lists of many like members, where every order has clashes. */
  #tries: number;

  constructor(members: readonly Ends[], order: number[], neighbours: Neighbours) {
    this.#members = members;
    this.#order = order;
    this.#neighbours = neighbours;
    this.#movable = neighbours.pinned ? order.length - 1 : order.length;
    this.#tries = members.length * 20 + 1000;
  }

  /**
   * Returns the number of remaining clashes. `previousLast`: a nested list should not follow itself across passes, if
   * that costs nothing.
   */
  run(previousLast: number): number {
    for (let round = 0; round < 3; round++)
      for (let seam = 0; seam <= this.#order.length; seam++)
        if (this.#clashes(seam) && !this.#mend(seam)) this.#mend(seam - 1);
    if (this.#order[0] === previousLast) this.#changeFirst();
    let left = 0;
    for (let seam = 0; seam <= this.#order.length; seam++) left += Number(this.#clashes(seam));
    return left;
  }

  #changeFirst(): void {
    for (let other = 1; other < this.#movable; other++)
      if (this.#swapIf((before, after) => after <= before, 0, other)) return;
  }

  /** Swaps the member at `index` with any that reduces the clashes around both. */
  #mend(index: number): boolean {
    if (index < 0 || index >= this.#movable) return false;
    for (let step = 1; step < this.#movable && this.#tries > 0; step++) {
      const other = (index + step) % this.#movable;
      if (this.#swapIf((before, after) => after < before, index, other)) return true;
    }
    return false;
  }

  #swapIf(better: (before: number, after: number) => boolean, a: number, b: number): boolean {
    this.#tries--;
    const before = this.#clashesAround(a, b);
    this.#swap(a, b);
    if (better(before, this.#clashesAround(a, b))) return true;
    this.#swap(a, b);
    return false;
  }

  #clashesAround(a: number, b: number): number {
    let count = Number(this.#clashes(a)) + Number(this.#clashes(a + 1));
    if (b !== a + 1) count += Number(this.#clashes(b));
    if (b + 1 !== a) count += Number(this.#clashes(b + 1));
    return count;
  }

  #clashes(seam: number): boolean {
    const left = seam === 0 ? this.#neighbours.left : this.#ends(seam - 1).last;
    const right = seam === this.#order.length ? this.#neighbours.right : this.#ends(seam).first;
    return same(left, right);
  }

  #ends(index: number): Ends {
    return this.#members[this.#order[index] ?? -1] ?? unknownEnds;
  }

  #swap(a: number, b: number): void {
    const kept = this.#order[a] ?? 0;
    this.#order[a] = this.#order[b] ?? 0;
    this.#order[b] = kept;
  }
}

const unknownEnds: Ends = { first: null, last: null };

function same(a: string | null, b: string | null): boolean {
  return a !== null && a === b;
}

/** Fisher–Yates shuffle whose numbers depend on seed and pass alone. */
function permutation(length: number, seed: number, pass: number): number[] {
  const order = Array.from({ length }, (_, index) => index);
  const next = randomNumbers(scramble(seed) ^ scramble(pass));
  for (let index = length - 1; index > 0; index--) {
    const other = Math.floor(next() * (index + 1));
    const kept = order[index] ?? 0;
    order[index] = order[other] ?? 0;
    order[other] = kept;
  }
  return order;
}

/** Spreads neighbouring numbers far apart. */
export function scramble(number: number): number {
  let bits = ((number % 2 ** 32) | 0) + 0x9e3779b9;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** Numbers from 0 to 1, the same on every machine: a scrambled 32-bit counter. */
function randomNumbers(start: number): () => number {
  let counter = start >>> 0;
  return () => {
    counter = (counter + 0x6d2b79f5) >>> 0;
    return scramble(counter) / 2 ** 32;
  };
}
