import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';

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
/** From all addresses together: so many at once, and one more each ten seconds. */
const mostTogether = 20;
const oneMoreMs = 10_000;
const mostAddresses = 1_000;
/** An address that was wrong is forgotten after so long. */
const forgottenMs = 24 * 3_600_000;

/** Limits how often a password may be tried, for each address and for all together. */
export class Guesses {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #byAddress = new Map<string, Tries>();
  /** Whoever knew the password before is not kept out by those who guess. */
  readonly #trusted = new Set<string>();
  #left = mostTogether;
  #filledAt: number;
  #refused = 0;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
    this.#filledAt = clock.monotonic();
  }

  /** How many tries were refused without a look at the password. */
  get refused(): number {
    return this.#refused;
  }

  /** Takes one try; null: it may be made, else how long to wait. */
  take(address: string): number | null {
    const now = this.#clock.monotonic();
    const key = networkOf(address);
    const wait = this.#waitOf(key, now);
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
      return wait;
    }
    if (!this.#trusted.has(key)) this.#left--;
    return null;
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

  #waitOf(key: string, now: number): number | null {
    const own = this.#byAddress.get(key);
    if (own !== undefined && own.until > now) return own.until - now;
    if (this.#trusted.has(key)) return null;
    const more = Math.floor((now - this.#filledAt) / oneMoreMs);
    if (more > 0) {
      this.#left = Math.min(this.#left + more, mostTogether);
      this.#filledAt += more * oneMoreMs;
    }
    return this.#left > 0 ? null : this.#filledAt + oneMoreMs - now;
  }

  #forget(now: number): void {
    for (const [key, { lastAt }] of this.#byAddress)
      if (now - lastAt > forgottenMs || this.#byAddress.size > mostAddresses) this.#byAddress.delete(key);
  }
}

/** Whoever has one address of IPv6 has 2^64 of them. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('%')[0]?.split('::') ?? [];
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const all = [
    ...front,
    ...Array.from({ length: Math.max(8 - front.length - back.length, 0) }, () => '0'),
    ...back,
  ];
  return `${all.slice(0, 4).join(':')}::/64`;
}
