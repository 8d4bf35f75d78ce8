import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '../../ground/clock.ts';
import type { KeptFile } from '../../ground/kept-file.ts';
import { networkOf } from './networks.ts';

/** The id of a session; null: all. */
export const whose = v.object({ id: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{4,64}$/))) });

interface Session {
  readonly address: string;
  /** By the clock since boot, which nobody can set back. */
  readonly startedAt: number;
  seenAt: number;
}

/** What a restart keeps: hashes of tokens, and instants of the wall clock. */
const kept = v.fallback(
  v.array(
    v.object({
      key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      address: v.pipe(v.string(), v.maxLength(100)),
      startedAt: v.number(),
      seenAt: v.number(),
    }),
  ),
  [],
);
export type KeptSessions = v.InferOutput<typeof kept>;
export const parseSessions = (value: unknown): KeptSessions => v.parse(kept, value);

/** For people; `id` ends it. */
export interface SessionReport {
  readonly id: string;
  readonly address: string;
  readonly since: string;
  readonly seen: string;
}

const idleMs = 30 * 60_000;
export const longestSessionMs = 12 * 3_600_000;
const most = 10;
const idLength = 12;
/** The last use is written down no more often. */
const keptEveryMs = 60_000;

/**
 * Login sessions, keyed by the token's hash: the disk never has a token. A token is valid only in the network it was issued to, so
 * that a stolen one is useless elsewhere. A restart keeps them, unless the clock went back meanwhile.
 */
export class Sessions {
  readonly #clock: Clock;
  readonly #file: Pick<KeptFile<KeptSessions>, 'value' | 'keep'> | null;
  readonly #sessions = new Map<string, Session>();
  #keptAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, file: Pick<KeptFile<KeptSessions>, 'value' | 'keep'> | null = null) {
    this.#clock = clock;
    this.#file = file;
    const [now, sinceBoot] = [clock.now(), clock.sinceBoot()];
    for (const { key, address, startedAt, seenAt } of file?.value ?? []) {
      if (startedAt > seenAt || seenAt > now) continue;
      const at = (instant: number): number => sinceBoot - (now - instant);
      this.#sessions.set(key, { address, startedAt: at(startedAt), seenAt: at(seenAt) });
    }
    this.#endOld();
  }

  get count(): number {
    this.#endOld();
    return this.#sessions.size;
  }

  /** The newest first. */
  report(): readonly SessionReport[] {
    this.#endOld();
    return [...this.#sessions]
      .map(([key, { address, startedAt, seenAt }]) => ({
        id: key.slice(0, idLength),
        address,
        since: new Date(this.#wall(startedAt)).toISOString(),
        seen: new Date(this.#wall(seenAt)).toISOString(),
      }))
      .reverse();
  }

  /** The id of a token's session, as in the report. */
  static idOf(token: string): string {
    return keyOf(token).slice(0, idLength);
  }

  /** Returns the token. */
  start(address: string): string {
    const token = randomBytes(32).toString('base64url');
    const now = this.#clock.sinceBoot();
    this.#sessions.set(keyOf(token), { address, startedAt: now, seenAt: now });
    for (const key of [...this.#sessions.keys()].slice(0, -most)) this.#sessions.delete(key);
    this.#keep();
    return token;
  }

  isGood(token: string | null, address: string): boolean {
    if (token === null) return false;
    const session = this.#sessions.get(keyOf(token));
    if (session === undefined || this.#isOld(session)) return false;
    if (networkOf(session.address) !== networkOf(address)) return false;
    session.seenAt = this.#clock.sinceBoot();
    if (session.seenAt - this.#keptAt >= keptEveryMs) this.#keep();
    return true;
  }

  end(token: string): void {
    this.#sessions.delete(keyOf(token));
    this.#keep();
  }

  /** Answers how many ended: those of this id, or all but this one. */
  endBy(wanted: { readonly id: string } | { readonly allBut: string | null }): number {
    const ends = [...this.#sessions.keys()].filter((key) =>
      'id' in wanted ? key.startsWith(wanted.id) : wanted.allBut === null || !key.startsWith(wanted.allBut),
    );
    for (const key of ends) this.#sessions.delete(key);
    this.#keep();
    return ends.length;
  }

  endAll(): void {
    this.#sessions.clear();
    this.#keep();
  }

  #isOld({ startedAt, seenAt }: Session): boolean {
    const now = this.#clock.sinceBoot();
    return now - seenAt > idleMs || now - startedAt > longestSessionMs;
  }

  #endOld(): void {
    for (const [key, session] of this.#sessions) if (this.#isOld(session)) this.#sessions.delete(key);
  }

  #wall(sinceBoot: number): number {
    return this.#clock.now() - (this.#clock.sinceBoot() - sinceBoot);
  }

  #keep(): void {
    this.#endOld();
    this.#keptAt = this.#clock.sinceBoot();
    this.#file?.keep(
      [...this.#sessions].map(([key, { address, startedAt, seenAt }]) => ({
        key,
        address,
        startedAt: this.#wall(startedAt),
        seenAt: this.#wall(seenAt),
      })),
    );
  }
}

function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
