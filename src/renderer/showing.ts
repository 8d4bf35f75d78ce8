import type { FromScreen } from '../shared/messages.ts';
import type { Cue } from '../shared/programme.ts';
import type { CueTurn, DueCue, Position, Turn } from './agenda.ts';
import { epochAt, type PlayerClock } from './clock.ts';
import type { Item } from './item.ts';

/** A showing of this length proves that the show works. */
const provenMs = 2_000;
/** A later start shifts what follows; an earlier end counts as interrupted. */
const smallDelayMs = 250;
/** A video's own end counts only within this distance of the planned end. */
const ownEndMs = 2_000;
/** A picture that is alone in its programme is loaded anew at this interval. */
const renewMs = 3_600_000;
/**
 * In step, all players would load the next item at the same instant, which strains pages, the network and the first
 * frames of the current item. Each player therefore waits a random time, at most a share of the showing.
 */
const peaceMs = 300;
const spreadMs = 1_500;
const peaceShare = 1 / 4;

export interface ShowingNeeds {
  readonly clock: PlayerClock;
  report(message: FromScreen): void;
  /** From 0 up to 1. */
  random(): number;
}

export interface ShowingBegin {
  readonly item: Item;
  readonly showingId: string;
  readonly due: DueCue;
  /** All instants are of the steady clock. */
  readonly shownAt: number;
  /** When the item was first shown; an item that is alone in its programme has several showings. */
  readonly since: number;
}

/** One item on screen, from its start report to its end report. */
export class Showing {
  readonly #needs: ShowingNeeds;
  readonly id: string;
  readonly item: Item;
  readonly cue: Cue;
  readonly since: number;
  readonly #inStep: boolean;
  readonly #shownAt: number;
  /** Time before the next item is prepared, if the showing is long enough. */
  readonly #peaceMs: number;
  /** The planned start: the length counts from it, so that small delays do not add up. */
  #beganAt: number;
  #endsAt: number;
  /** Null: the programme no longer has it. */
  #position: Position | null;
  #isOver = false;
  #failure: string | null = null;

  constructor(needs: ShowingNeeds, { item, showingId, due, shownAt, since }: ShowingBegin) {
    const { clock, report, random } = needs;
    const { position, endsAt } = due.turn;
    this.#needs = needs;
    this.id = showingId;
    this.item = item;
    this.cue = position.cue;
    this.since = since;
    this.#shownAt = shownAt;
    this.#inStep = due.programme.inStep;
    this.#peaceMs = this.#inStep ? peaceMs + random() * spreadMs : 0;
    // In step, the start is what the clock says, however late the item came up.
    const isOnTime = this.#inStep || shownAt - due.at <= smallDelayMs;
    this.#beganAt = isOnTime ? Math.min(shownAt, due.at) : shownAt;
    this.#endsAt = endsAt === null ? this.#beganAt + this.cue.durationMs : clock.monoAt(endsAt);
    this.#position = position;
    const { pass, index } = position;
    report({ type: 'started', showingId, cueId: this.cue.id, pass, index, at: epochAt(clock, shownAt) });
  }

  get position(): Position | null {
    return this.#position;
  }

  get endsAt(): number {
    return this.#endsAt;
  }

  /** The next item is not prepared before this instant. A showing that is cut short or broken has no such time left. */
  get inPeaceUntil(): number {
    return this.#shownAt + Math.min(this.#peaceMs, (this.#endsAt - this.#shownAt) * peaceShare);
  }

  get failed(): boolean {
    return this.#failure !== null;
  }

  /** Finds the item in the current programme; if it is gone, it ends within `graceMs`. */
  locate(course: { locate(position: Position): Turn | null }, graceMs: number): void {
    const { clock } = this.#needs;
    const turn = this.#position && course.locate(this.#position);
    this.#position = turn?.position ?? null;
    if (!turn?.position) {
      const now = clock.mono();
      if (this.#endsAt > now + graceMs) this.#endsAt = now;
    } else if (!this.failed) {
      const { durationMs } = turn.position.cue;
      if (turn.endsAt !== null) {
        this.#beganAt = clock.monoAt(turn.at);
        this.#endsAt = clock.monoAt(turn.endsAt);
      } else if (durationMs !== this.cue.durationMs) this.#endsAt = this.#beganAt + durationMs;
    }
  }

  /** The video ended. In step it keeps the rest of its time. */
  cameToItsEnd(): void {
    this.#isOver = true;
    if (!this.#inStep) this.#endsAt = Math.min(this.#endsAt, this.#needs.clock.mono());
  }

  fail(reason: string): void {
    this.#failure = reason;
    this.#endsAt = this.#needs.clock.mono();
  }

  /** Whether the item stays for that turn: the same cue again, and it is still or reloads itself. */
  staysFor({ at, position: { cue } }: CueTurn): boolean {
    if (this.failed || cue.id !== this.cue.id) return false;
    const { kind } = cue.content;
    // A page reloads itself at the configured interval.
    if (kind === 'page') return true;
    return (kind === 'image' || kind === 'text') && this.#needs.clock.monoAt(at) - this.since < renewMs;
  }

  /** When the next turn is due: a video that plays to its own end knows better than the plan. */
  nextDue(planned: number): number {
    if (!this.cue.toOwnEnd || this.#isOver) return planned;
    // A boundary or a new edition cuts the video: that instant is fixed.
    const isWhole = this.#endsAt === this.#beganAt + this.cue.durationMs;
    if (!isWhole || Math.abs(planned - this.#endsAt) > 1) return planned;
    const remaining = this.item.remainingMs();
    if (remaining === null) return planned;
    const end = this.#needs.clock.mono() + remaining;
    return this.cue.lengthUnknown || Math.abs(end - planned) < ownEndMs ? end : planned;
  }

  #wholeAt(mono: number): number {
    const remaining = this.cue.lengthUnknown ? this.item.remainingMs() : null;
    return remaining === null ? this.#beganAt + this.cue.durationMs : mono + remaining;
  }

  /** Latest instant at which the item may be in sight. `isLast`: nothing follows. */
  inSightUntil(now: number, dueAt: number, isLast: boolean, isExhausted: boolean): number {
    if (isLast) return Math.min(dueAt, Math.max(this.#endsAt, now));
    // A late successor does not end the showing, unless every cue is broken.
    return isExhausted ? Math.max(dueAt, this.#endsAt) : Number.POSITIVE_INFINITY;
  }

  /** In step: corrects the item's position. */
  follow(): void {
    if (this.#position !== null && !this.failed) this.item.follow(this.#needs.clock.mono() - this.#beganAt);
  }

  /** Reports the end. Returns true if the showing was long and clean enough to prove that the show works. */
  end(mono: number): boolean {
    const { clock, report } = this.#needs;
    const isWhole = this.#isOver || mono >= this.#wholeAt(mono) - smallDelayMs;
    const reason = this.#failure;
    report({
      type: 'ended',
      showingId: this.id,
      cueId: this.cue.id,
      at: epochAt(clock, mono),
      outcome: reason !== null ? 'failed' : isWhole ? 'completed' : 'interrupted',
      reason,
    });
    return reason === null && mono - this.#shownAt >= Math.min(provenMs, this.cue.durationMs / 2);
  }
}
