import type { FromScreen } from '../shared/messages.ts';
import type { Cue } from '../shared/programme.ts';
import type { CueTurn, DueCue, Position, Turn } from './agenda.ts';
import { epochAt, type PlayerClock } from './clock.ts';
import type { Item } from './item.ts';

/** A showing of this length proves that the show works. */
const provenMs = 2_000;
/** A start up to this late does not shift what follows, and an end this early is one. */
const smallDelayMs = 250;
/** A video's own end is believed when it is not further than this from where it should be. */
const ownEndMs = 2_000;
/** A picture that is alone in its programme is loaded anew this often; until then it just stays. */
const renewMs = 3_600_000;
/**
 * In step all players would load what comes next at one instant: pages and the network would feel it, and so would the
 * first frames of what has just begun. So each player leaves it in peace for a time of its own, but never for more than
 * a share of the time that it has.
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
  /** When the item was first shown: it may be shown on and on, when nothing else is in the programme. */
  readonly since: number;
}

/** One item on screen, from the report of its start to the report of its end. */
export class Showing {
  readonly #needs: ShowingNeeds;
  readonly id: string;
  readonly item: Item;
  readonly cue: Cue;
  readonly since: number;
  readonly #inStep: boolean;
  readonly #shownAt: number;
  /** So long it is left in peace, if it has time enough. */
  readonly #peaceMs: number;
  /** As planned: its length is counted from it, so that small delays do not add up. */
  #beganAt: number;
  #endsAt: number;
  /** Null: the programme does not have it any more. */
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
    // In step its beginning is what the clock says, however late it came up.
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

  /** What follows is not made ready before. What is cut short or broken has no peace left. */
  get inPeaceUntil(): number {
    return this.#shownAt + Math.min(this.#peaceMs, (this.#endsAt - this.#shownAt) * peaceShare);
  }

  get failed(): boolean {
    return this.#failure !== null;
  }

  /** Finds it in the programme as it is now; what that does not have ends within `graceMs`, or now. */
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

  /** A video is over by itself; in step the rest of its time stays its own. */
  cameToItsEnd(): void {
    this.#isOver = true;
    if (!this.#inStep) this.#endsAt = Math.min(this.#endsAt, this.#needs.clock.mono());
  }

  fail(reason: string): void {
    this.#failure = reason;
    this.#endsAt = this.#needs.clock.mono();
  }

  /** Whether it simply stays when that turn comes: the same cue again, and it stands still or renews itself. */
  staysFor({ at, position: { cue } }: CueTurn): boolean {
    if (this.failed || cue.id !== this.cue.id) return false;
    const { kind } = cue.content;
    // A page loads itself anew, as the settings of the screen want it.
    if (kind === 'page') return true;
    return (kind === 'image' || kind === 'text') && this.#needs.clock.monoAt(at) - this.since < renewMs;
  }

  /** When the next one is due: a video that plays to its own end tells better than a plan when that is. */
  nextDue(planned: number): number {
    if (!this.cue.toOwnEnd || this.#isOver) return planned;
    // A boundary or a new edition cuts it: that instant stands.
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

  /** Until when it may be seen, whether what comes next is ready or not. `isLast`: nothing comes next. */
  inSightUntil(now: number, dueAt: number, isLast: boolean, isExhausted: boolean): number {
    if (isLast) return Math.min(dueAt, Math.max(this.#endsAt, now));
    // The show does not stop for an item that is late; but when nothing works at all, it is over.
    return isExhausted ? Math.max(dueAt, this.#endsAt) : Number.POSITIVE_INFINITY;
  }

  /** In step: holds the item to where it should be. */
  follow(): void {
    if (this.#position !== null && !this.failed) this.item.follow(this.#needs.clock.mono() - this.#beganAt);
  }

  /** Reports its end. True when it was shown so long, and so well, that the show is known to work. */
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
