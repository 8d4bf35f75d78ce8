/** Chance that repeats itself: the same seed tells the same story. */
export interface Chance {
  /** 0 to just under 1. */
  next(): number;
  below(limit: number): number;
  /** True about so often. */
  of(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item | undefined;
}

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    of: (probability) => next() < probability,
    pick: (items) => items[below(items.length)],
  };
}
