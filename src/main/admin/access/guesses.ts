import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import { Budgets, type Tier } from './budgets.ts';
import { networkOf, siteOf } from './networks.ts';

interface Tries {
  wrong: number;
  /** By the steady clock. */
  until: number;
  lastAt: number;
}

/** So many wrong ones are a person who mistypes; from then on each costs twice as long as the one before. */
const freeTries = 5;
const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;
/** From a network, and from all of them together. */
const tiers: readonly Tier[] = [
  { of: siteOf, most: 10, oneMoreMs: 20_000 },
  { of: () => 'all', most: 20, oneMoreMs: 10_000 },
];
const mostAddresses = 1_000;
/** An address that was wrong is forgotten after so long. */
const forgottenMs = 24 * 3_600_000;

/** Limits how often a password may be tried: for each address, for each network and for all together. */
export class Guesses {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #byAddress = new Map<string, Tries>();
  /** Whoever knew the password before is not kept out by those who guess. */
  readonly #trusted = new Set<string>();
  readonly #budgets: Budgets;
  #refused = 0;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
    this.#budgets = new Budgets(clock, tiers);
  }

  /** How many tries were refused without a look at the password. */
  get refused(): number {
    return this.#refused;
  }

  /** Takes one try; null: it may be made, else how long to wait. */
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
        'The password of the page is being guessed: tries are limited',
        {
          from: key,
        },
      );
    }
    return wait;
  }

  /** Somebody at this address has known the password. */
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
    this.#log.state('guesses', 'right', 'info', 'Somebody has logged in to the page', { from: key });
  }

  #forget(now: number): void {
    for (const [key, { lastAt }] of this.#byAddress)
      if (now - lastAt > forgottenMs || this.#byAddress.size > mostAddresses) this.#byAddress.delete(key);
  }
}
