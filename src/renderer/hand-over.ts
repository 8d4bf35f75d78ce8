import type { FromScreen, Mark } from '../shared/messages.ts';
import { epochAt, type PlayerClock } from './clock.ts';
import type { Showing } from './showing.ts';

/** An item announces its end to the stage that follows this long ahead; a video knows its end precisely by then. */
const yieldAheadMs = 400;
/** The announcement also comes this long before this stage would start its own next item. */
const yieldMarginMs = 50;
/** The item is held at its end until the other stage is in sight. Main cancels after half this time if it is alive. */
const longestHoldMs = 10_000;

/** This stage's part in a hand-over. */
type Role =
  | { readonly kind: 'alone' }
  /** The other stage is in sight; the item made ready here waits. */
  | { readonly kind: 'stands-by'; readonly isPrepared: boolean }
  /** The first item of this stage comes up at that instant. */
  | { readonly kind: 'takes-over'; readonly at: number }
  /** The other stage continues after that showing. Once announced, the showing is held. */
  | { readonly kind: 'yields'; readonly showingId: string; readonly heldUntil: number | null }
  /** The other stage is in sight, and this one is about to be closed. */
  | { readonly kind: 'left' };

const alone: Role = { kind: 'alone' };

export interface HandOverNeeds {
  readonly clock: PlayerClock;
  report(message: FromScreen): void;
}

/** Hand-over of a running show from one stage to another, between two items: decides when either stage waits. */
export class HandOverRole {
  readonly #needs: HandOverNeeds;
  #role: Role = alone;
  #after: Mark | null = null;

  constructor(needs: HandOverNeeds) {
    this.#needs = needs;
  }

  /** The last item that the other stage showed; the show continues after it. */
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

  /** The item after the other stage's item is painted; `shows` is false when there is none. */
  prepared(shows: boolean): void {
    const role = this.#role;
    if (role.kind !== 'stands-by' || role.isPrepared) return;
    this.#role = { ...role, isPrepared: true };
    this.#needs.report({ type: 'prepared', after: this.#after, shows });
  }

  takeOver(at: number): void {
    if (this.standsBy) this.#role = { kind: 'takes-over', at };
  }

  /** When this stage's first item, planned for `planned`, may come up. */
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
   * Whether the running showing is held for another stage, and when to check again. `dueAt`: when its successor on
   * this stage is due; `leadMs`: how long before that the successor would be started.
   */
  hold(
    now: number,
    showing: Showing | null,
    dueAt: number,
    leadMs: number,
  ): { readonly isHeld: boolean; readonly checkAt: number } {
    const role = this.#role;
    if (role.kind !== 'yields' || role.showingId !== showing?.id) return notHeld;
    const { clock, report } = this.#needs;
    let { heldUntil } = role;
    if (heldUntil === null) {
      const announceAt = dueAt - Math.max(yieldAheadMs, leadMs + yieldMarginMs);
      if (announceAt > now) return { isHeld: false, checkAt: announceAt };
      const endsAt = Math.max(dueAt, now);
      heldUntil = endsAt + longestHoldMs;
      report({ type: 'yields', showingId: showing.id, at: epochAt(clock, endsAt) });
    }
    const isHeld = heldUntil > now;
    this.#role = isHeld ? { ...role, heldUntil } : alone;
    return isHeld ? { isHeld, checkAt: heldUntil } : notHeld;
  }

  /** Returns true if this stage was requested to yield. `anyhow`: another zone of this stage was. */
  leave(anyhow = false): boolean {
    const leaves = anyhow || this.#role.kind === 'yields';
    if (leaves) this.#role = { kind: 'left' };
    return leaves;
  }

  /** The hand-over was cancelled. */
  carryOn(): void {
    if (this.#role.kind === 'yields') this.#role = alone;
  }
}

const notHeld = { isHeld: false, checkAt: Number.POSITIVE_INFINITY };
