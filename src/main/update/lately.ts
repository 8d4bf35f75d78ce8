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

/** What was seen of the show while a display was on: the last ten minutes, and the worst of the last day. */
export class Lately {
  /** Ten minutes with a display that was on, every five seconds. */
  readonly #history: ShowFacts[] = [];
  /** Before the first of them. */
  #revivesBefore = 0;
  readonly #peaks: Peak[] = [];
  /** Since when no display has been on, by the steady clock. */
  #darkSince: number | null = null;
  /** The longest wait for the first item. */
  #firstItemMs = 0;

  /** Called every five seconds, with the steady clock. */
  see(facts: ShowFacts, now: number): void {
    const { litMs, items, overdueMs } = facts;
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

  /** With nothing seen there is nothing to judge another release by. */
  get hasSeen(): boolean {
    return this.#history.length > 0;
  }

  /** Ten minutes or more have been seen. */
  get isSettled(): boolean {
    const [first] = this.#history;
    return first !== undefined && (this.#history.at(-1)?.litMs ?? 0) - first.litMs >= historyMs - 30_000;
  }

  /** In the last ten minutes with a display on: when a panel wakes up in the morning, a stage may need one. */
  revives(facts: ShowFacts): number {
    return facts.revives - this.#revivesBefore;
  }

  /** What the next release is judged by. */
  before(facts: ShowFacts, cms: boolean, wallNow: number): Before {
    const last = this.#history.at(-1);
    const { plays = false, items = 0 } = last ?? {};
    const memory = this.#peaks.map(({ memoryBytes }) => memoryBytes);
    return {
      plays: plays || items > 0,
      changes: items - (this.#history[0]?.items ?? 0) > gate.changes,
      cms,
      revives: Math.max(0, ...this.#peaks.map(({ revives }) => revives)),
      // What it takes in the dark says nothing of what it takes in the light.
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
