import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../ground/clock.ts';
import { networkOf } from './networks.ts';

interface Session {
  readonly network: string;
  readonly startedAt: number;
  seenAt: number;
}

const idleMs = 30 * 60_000;
export const longestSessionMs = 12 * 3_600_000;
const most = 10;

/**
 * Login sessions. They live in memory, keyed by the token's hash, and end with a restart. A token is valid only in the network
 * it was issued to, so that a stolen one is useless elsewhere.
 */
export class Sessions {
  readonly #clock: Clock;
  readonly #sessions = new Map<string, Session>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get count(): number {
    return this.#sessions.size;
  }

  /** Returns the token. */
  start(address: string): string {
    const token = randomBytes(32).toString('base64url');
    const now = this.#clock.sinceBoot();
    this.#sessions.set(keyOf(token), { network: networkOf(address), startedAt: now, seenAt: now });
    for (const key of [...this.#sessions.keys()].slice(0, -most)) this.#sessions.delete(key);
    return token;
  }

  isGood(token: string | null, address: string): boolean {
    if (token === null) return false;
    const key = keyOf(token);
    const session = this.#sessions.get(key);
    if (session === undefined) return false;
    const now = this.#clock.sinceBoot();
    if (now - session.seenAt > idleMs || now - session.startedAt > longestSessionMs) {
      this.#sessions.delete(key);
      return false;
    }
    if (session.network !== networkOf(address)) return false;
    session.seenAt = now;
    return true;
  }

  end(token: string): void {
    this.#sessions.delete(keyOf(token));
  }

  endAll(): void {
    this.#sessions.clear();
  }
}

function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
