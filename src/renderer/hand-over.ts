import type { FromScreen, Mark } from '../shared/messages.ts';
import { epochAt, type PlayerClock } from './clock.ts';
import type { Showing } from './showing.ts';

/** This long before its end, an item says when it ends for another stage to follow: a video knows it well by then. */
const yieldAheadMs = 400;
/** And in any case this long before its own successor would be started. */
const yieldMarginMs = 50;
/** An item is held at its end until the other stage is in sight. Main ends that in half the time, if it still lives. */
const longestHoldMs = 10_000;

/** What this stage is for another one. */
type Role =
  | { readonly kind: 'alone' }
  /** The other one is in sight: what is made ready here waits. */
  | { readonly kind: 'stands-by'; readonly isPrepared: boolean }
  /** The first item of this stage comes up at that instant. */
  | { readonly kind: 'takes-over'; readonly at: number }
  /** The other one goes on after that showing. Once that was said, the showing is held for it. */
  | { readonly kind: 'yields'; readonly showingId: string; readonly heldUntil: number | null }
  /** The other one is in sight, and this stage is about to be closed. */
  | { readonly kind: 'left' };

const alone: Role = { kind: 'alone' };

export interface HandOverNeeds {
  readonly clock: PlayerClock;
  report(message: FromScreen): void;
}

/** Between two items, one stage puts itself in the place of another: what each of the two has to wait for. */
export class HandOverRole {
  readonly #needs: HandOverNeeds;
  #role: Role = alone;
  #after: Mark | null = null;

  constructor(needs: HandOverNeeds) {
    this.#needs = needs;
  }

  /** What another stage showed last: the show goes on after it. */
  get after(): Mark | null {
    return this.#after;
  }

  get standsBy(): boolean {
    return this.#role.kind === 'stands-by';
  }

  get hasLeft(): boolean {
    return this.#role.kind === 'left';
  }

  follow(after: Mark | null, standsBy: boolean): void {
    this.#after = after;
    this.#role = standsBy ? { kind: 'stands-by', isPrepared: false } : alone;
  }

  /** The item after that of the other stage is painted, or (`shows` is false) there is none. */
  prepared(shows: boolean): void {
    const role = this.#role;
    if (role.kind !== 'stands-by' || role.isPrepared) return;
    this.#role = { ...role, isPrepared: true };
    this.#needs.report({ type: 'prepared', after: this.#after, shows });
  }

  takeOver(at: number): void {
    if (this.standsBy) this.#role = { kind: 'takes-over', at };
  }

  /** When the first item of this stage, planned for that instant, may come up. */
  startsAt(planned: number): number {
    return this.#role.kind === 'takes-over' ? Math.max(planned, this.#role.at) : planned;
  }

  /** An item of this stage is in sight. */
  begun(): void {
    this.#role = alone;
  }

  yield(showingId: string): void {
    this.#role = { kind: 'yields', showingId, heldUntil: null };
  }

  /**
   * Whether a showing is held, as another stage goes on after it, and when to ask again. `dueAt`: when its successor on
   * this stage would be due, `leadMs`: and how long before that it would be started.
   */
  hold(
    now: number,
    showing: Showing | null,
    dueAt: number,
    leadMs: number,
  ): { readonly isHeld: boolean; readonly askAt: number } {
    const role = this.#role;
    if (role.kind !== 'yields' || role.showingId !== showing?.id) return notHeld;
    const { clock, report } = this.#needs;
    let { heldUntil } = role;
    if (heldUntil === null) {
      const sayAt = dueAt - Math.max(yieldAheadMs, leadMs + yieldMarginMs);
      if (sayAt > now) return { isHeld: false, askAt: sayAt };
      const endsAt = Math.max(dueAt, now);
      heldUntil = endsAt + longestHoldMs;
      report({ type: 'yields', showingId: showing.id, at: epochAt(clock, endsAt) });
    }
    const isHeld = heldUntil > now;
    this.#role = isHeld ? { ...role, heldUntil } : alone;
    return isHeld ? { isHeld, askAt: heldUntil } : notHeld;
  }

  /** True when this stage was to yield: the other one is in sight. */
  leave(): boolean {
    const yields = this.#role.kind === 'yields';
    if (yields) this.#role = { kind: 'left' };
    return yields;
  }

  /** There is no other stage after all. */
  carryOn(): void {
    if (this.#role.kind === 'yields') this.#role = alone;
  }
}

const notHeld = { isHeld: false, askAt: Number.POSITIVE_INFINITY };
