import type { Before } from './state.ts';
import { gate, type ShowFacts } from './trial.ts';

const historyMs = 600_000;
const hourMs = 3600_000;
const hours = 24;

interface Peak {
  readonly hour: number;
  readonly revives: number;
  readonly memoryBytes: number;
}

/** Observations while a display was on: the last ten minutes, and the worst values of the last day. */
export class Lately {
  /** One entry every five seconds, for ten minutes with a display on. */
  readonly #history: ShowFacts[] = [];
  /** Revives before the first entry. */
  #revivesBefore = 0;
  #hasLooked = false;
  readonly #peaks: Peak[] = [];
  /** When the last display went off, by the monotonic clock. */
  #darkSince: number | null = null;
  /** The longest wait for the first item. */
  #firstItemMs = 0;

  /** Called every five seconds, with the monotonic clock. */
  see(facts: ShowFacts, now: number): void {
    const { litMs, items, overdueMs, upMs, revives } = facts;
    // The engine has died and started again: revives since the player's start are not all of the last ten minutes.
    if (!this.#hasLooked && upMs > historyMs) this.#revivesBefore = revives;
    this.#hasLooked = true;
    if (items === 0) this.#firstItemMs = Math.max(this.#firstItemMs, overdueMs);
    if (litMs <= (this.#history.at(-1)?.litMs ?? 0)) {
      this.#darkSince ??= now;
      return;
    }
    this.#darkSince = null;
    this.#history.push(facts);
    while ((this.#history[0]?.litMs ?? litMs) < litMs - historyMs)
      this.#revivesBefore = this.#history.shift()?.revives ?? 0;
    this.#keepPeak(facts, now);
  }

  get darkSince(): number | null {
    return this.#darkSince;
  }

  /** Without observations there is nothing to compare another release with. */
  get hasSeen(): boolean {
    return this.#history.length > 0;
  }

  /** At least ten minutes were observed. */
  get isSettled(): boolean {
    const [first] = this.#history;
    return first !== undefined && (this.#history.at(-1)?.litMs ?? 0) - first.litMs >= historyMs - 30_000;
  }

  /** In the last ten minutes with a display on: a stage may need one when a panel wakes in the morning. */
  revives(facts: ShowFacts): number {
    return facts.revives - this.#revivesBefore;
  }

  /** What the next release is compared with. */
  before(facts: ShowFacts, cms: boolean, wallNow: number): Before {
    const last = this.#history.at(-1);
    const { plays = false, items = 0 } = last ?? {};
    const memory = this.#peaks.map(({ memoryBytes }) => memoryBytes);
    return {
      plays: plays || items > 0,
      changes: items - (this.#history[0]?.items ?? 0) > gate.changes,
      cms,
      revives: Math.max(0, ...this.#peaks.map(({ revives }) => revives)),
      // Memory use with displays off says nothing about memory use with displays on.
      memoryBytes: memory.length > 0 ? Math.max(...memory) : Number.MAX_SAFE_INTEGER,
      firstItemMs: this.#firstItemMs,
      idleUntil: facts.idleMs > 0 ? (facts.nextDueAt ?? wallNow + hours * hourMs) : 0,
    };
  }

  #keepPeak(facts: ShowFacts, now: number): void {
    const hour = Math.floor(now / hourMs);
    const last = this.#peaks.at(-1);
    const isSame = last?.hour === hour;
    if (isSame) this.#peaks.pop();
    this.#peaks.push({
      hour,
      revives: Math.max(this.revives(facts), isSame ? last.revives : 0),
      memoryBytes: Math.max(facts.memoryBytes, isSame ? last.memoryBytes : 0),
    });
    while ((this.#peaks[0]?.hour ?? hour) <= hour - hours) this.#peaks.shift();
  }
}
