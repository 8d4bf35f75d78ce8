import type { Clock } from '../../ground/clock.ts';

/** `most` at once, then one more every `oneMoreMs`, shared by the addresses to which `of` gives the same name. */
export interface Tier {
  readonly of: (address: string) => string;
  readonly most: number;
  readonly oneMoreMs: number;
}

interface Budget {
  left: number;
  at: number;
}

/** Beyond this the budget that was idle longest is dropped: it is the fullest. */
const mostNames = 1_000;

/** Budgets in tiers, the narrowest first, so that one client cannot use up the budget of all. */
export class Budgets {
  readonly #clock: Clock;
  readonly #tiers: readonly { readonly tier: Tier; readonly budgets: Map<string, Budget> }[];

  constructor(clock: Clock, tiers: readonly Tier[]) {
    this.#clock = clock;
    this.#tiers = tiers.map((tier) => ({ tier, budgets: new Map() }));
  }

  /** Takes one from each tier and returns null; if a tier is empty, takes nothing and returns the wait in ms. */
  take(address: string): number | null {
    const now = this.#clock.monotonic();
    const found = this.#tiers.map(({ tier, budgets }) => {
      const name = tier.of(address);
      const before = budgets.get(name) ?? { left: tier.most, at: now };
      const left = Math.min(before.left + (now - before.at) / tier.oneMoreMs, tier.most);
      return { tier, budgets, name, left };
    });
    const waits = found.map(({ tier, left }) => (left >= 1 ? 0 : Math.ceil((1 - left) * tier.oneMoreMs)));
    const wait = Math.max(...waits);
    if (wait > 0) return wait;
    for (const { budgets, name, left } of found) {
      budgets.delete(name);
      budgets.set(name, { left: left - 1, at: now });
      const [oldest] = budgets.keys();
      if (budgets.size > mostNames && oldest !== undefined) budgets.delete(oldest);
    }
    return null;
  }
}
