import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import { Budgets, type Tier } from './budgets.ts';
import { networkOf, siteOf } from './networks.ts';

interface Tries {
  wrong: number;
  /** Monotonic time. */
  until: number;
  lastAt: number;
}

/** Typing errors are free; from then on each wrong password doubles the wait. */
const freeTries = 5;
const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;
/** Budgets of one site, and of all together. */
const tiers: readonly Tier[] = [
  { of: siteOf, most: 10, oneMoreMs: 20_000 },
  { of: () => 'all', most: 20, oneMoreMs: 10_000 },
];
const mostAddresses = 1_000;
/** Wrong passwords of an address are forgotten after so long. */
const forgottenMs = 24 * 3_600_000;

/** Limits password attempts per address, per site and in total. */
export class Guesses {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #byAddress = new Map<string, Tries>();
  /** Addresses that knew the password: guesses from elsewhere must not lock them out. */
  readonly #trusted = new Set<string>();
  readonly #budgets: Budgets;
  #refused = 0;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
    this.#budgets = new Budgets(clock, tiers);
  }

  /** Attempts refused without checking the password. */
  get refused(): number {
    return this.#refused;
  }

  /** Takes one attempt from the budget. Null permits it; otherwise the wait in ms. */
  take(address: string): number | null {
    const now = this.#clock.monotonic();
    const key = networkOf(address);
    const own = (this.#byAddress.get(key)?.until ?? 0) - now;
    const wait = own > 0 ? own : this.isTrusted(address) ? null : this.#budgets.take(address);
    if (wait !== null) {
      this.#refused++;
      this.#log.state(
        'guesses',
        'limited',
        'warn',
        'Someone is guessing the password of the page: attempts are limited',
        {
          from: key,
        },
      );
    }
    return wait;
  }

  /** This address has logged in before. */
  isTrusted(address: string): boolean {
    return this.#trusted.has(networkOf(address));
  }

  wrong(address: string): void {
    const now = this.#clock.monotonic();
    const key = networkOf(address);
    const tries = this.#byAddress.get(key) ?? { wrong: 0, until: 0, lastAt: now };
    tries.wrong++;
    tries.lastAt = now;
    if (tries.wrong >= freeTries)
      tries.until = now + Math.min(firstWaitMs * 2 ** (tries.wrong - freeTries), longestWaitMs);
    this.#byAddress.set(key, tries);
    this.#forget(now);
  }

  right(address: string): void {
    const key = networkOf(address);
    this.#byAddress.delete(key);
    if (this.#trusted.size < mostAddresses) this.#trusted.add(key);
    this.#log.state('guesses', 'right', 'info', 'A user has logged in to the page', { from: key });
  }

  #forget(now: number): void {
    for (const [key, { lastAt }] of this.#byAddress)
      if (now - lastAt > forgottenMs || this.#byAddress.size > mostAddresses) this.#byAddress.delete(key);
  }
}
