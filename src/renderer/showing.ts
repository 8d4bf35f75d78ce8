import type { FromScreen } from '../shared/messages.ts';
import type { Cue } from '../shared/programme.ts';
import type { Agenda, Position } from './agenda.ts';
import { epochAt, type PlayerClock } from './clock.ts';
import type { Item } from './item.ts';

/** A showing of this length proves that the show works. */
const provenMs = 2_000;
/** A start up to this late does not shift what follows, and an end this early is one. */
export const smallDelayMs = 250;
/** A video's own end is believed when it is not further than this from where it should be. */
const ownEndMs = 2_000;

export interface ShowingPorts {
  readonly clock: PlayerClock;
  report(message: FromScreen): void;
}

export interface ShowingBegin {
  readonly item: Item;
  readonly showingId: string;
  readonly position: Position;
  /** All instants are of the steady clock. */
  readonly shownAt: number;
  /** Its beginning as planned: its length is counted from it, so that small delays do not add up. */
  readonly beganAt: number;
  readonly endsAt: number;
  /** When this item was first shown: it may be shown on and on, when nothing else is in the programme. */
  readonly since: number;
}

/** One item on screen, from the report of its start to the report of its end. */
export class Showing {
  readonly #ports: ShowingPorts;
  readonly id: string;
  readonly item: Item;
  readonly cue: Cue;
  readonly since: number;
  readonly #shownAt: number;
  #beganAt: number;
  #endsAt: number;
  /** Null: the programme does not have it any more. */
  #position: Position | null;
  #over = false;
  #failure: string | null = null;

  constructor(ports: ShowingPorts, begin: ShowingBegin) {
    this.#ports = ports;
    this.item = begin.item;
    this.cue = begin.position.cue;
    this.since = begin.since;
    this.id = begin.showingId;
    this.#shownAt = begin.shownAt;
    this.#beganAt = begin.beganAt;
    this.#endsAt = begin.endsAt;
    this.#position = begin.position;
    const at = epochAt(ports.clock, begin.shownAt);
    const { pass, index } = begin.position;
    ports.report({ type: 'started', showingId: begin.showingId, cueId: this.cue.id, pass, index, at });
  }

  get position(): Position | null {
    return this.#position;
  }

  get endsAt(): number {
    return this.#endsAt;
  }

  get failed(): boolean {
    return this.#failure !== null;
  }

  /** Finds it in the programme as it is now. */
  locate(agenda: Agenda): void {
    const { clock } = this.#ports;
    const turn = this.#position && agenda.locate(this.#position, clock.epoch());
    this.#position = turn?.position ?? null;
    if (!turn?.position || this.failed) return;
    const { durationMs } = turn.position.cue;
    if (turn.endsAt !== null) {
      this.#beganAt = clock.monoAt(turn.at);
      this.#endsAt = clock.monoAt(turn.endsAt);
    } else if (durationMs !== this.cue.durationMs) this.#endsAt = this.#beganAt + durationMs;
  }

  /** Its time is cut short. */
  endBy(mono: number): void {
    this.#endsAt = Math.min(this.#endsAt, mono);
  }

  /** A video is over by itself; in step the rest of its time stays its own. */
  cameToItsEnd(keepsItsTime: boolean): void {
    this.#over = true;
    if (!keepsItsTime) this.endBy(this.#ports.clock.mono());
  }

  fail(reason: string): void {
    this.#failure = reason;
    this.#endsAt = this.#ports.clock.mono();
  }

  /** When the next one is due: a video that plays to its own end tells better than a plan when that is. */
  nextDue(planned: number): number {
    if (!this.cue.toOwnEnd || this.#over) return planned;
    // A boundary or a new edition cuts it: that instant stands.
    const whole = this.#endsAt === this.#beganAt + this.cue.durationMs;
    if (!whole || Math.abs(planned - this.#endsAt) > 1) return planned;
    const remaining = this.item.remainingMs();
    if (remaining === null) return planned;
    const end = this.#ports.clock.mono() + remaining;
    return Math.abs(end - planned) < ownEndMs ? end : planned;
  }

  /** In step: holds the item to where it should be. */
  follow(): void {
    if (this.#position !== null && !this.failed) this.item.follow(this.#ports.clock.mono() - this.#beganAt);
  }

  /** Reports its end. True when it was shown so long, and so well, that the show is known to work. */
  end(mono: number): boolean {
    const whole = this.#over || mono >= this.#beganAt + this.cue.durationMs - smallDelayMs;
    const reason = this.#failure;
    this.#ports.report({
      type: 'ended',
      showingId: this.id,
      cueId: this.cue.id,
      at: epochAt(this.#ports.clock, mono),
      outcome: reason !== null ? 'failed' : whole ? 'completed' : 'interrupted',
      reason,
    });
    return reason === null && mono - this.#shownAt >= Math.min(provenMs, this.cue.durationMs / 2);
  }
}
