import type { Mark } from '../shared/messages.ts';
import type { Programme } from '../shared/programme.ts';
import type { Turns } from '../shared/visit.ts';
import type { Agenda, CueTurn, Due, Position, Turn } from './agenda.ts';
import { epochAt, type PlayerClock } from './clock.ts';
import { ItemBackoff } from './item-backoff.ts';
import { LoopAgenda } from './loop-agenda.ts';
import type { Showing } from './showing.ts';
import { StepAgenda } from './step-agenda.ts';

/** One programme while it plays: its order, and the retries of cues that failed. */
export class Course {
  readonly programme: Programme;
  readonly #clock: PlayerClock;
  readonly #agenda: Agenda;
  readonly #finishAtBoundary: boolean;
  readonly #backoff = new ItemBackoff();
  /** The last turn that failed or that another stage has shown; the show continues after it. */
  #passed: Turn | null = null;

  constructor(clock: PlayerClock, programme: Programme, finishAtBoundary: boolean, turns: () => Turns) {
    this.programme = programme;
    this.#clock = clock;
    this.#agenda = programme.inStep ? new StepAgenda(programme) : new LoopAgenda(programme, turns);
    this.#finishAtBoundary = finishAtBoundary;
  }

  get inStep(): boolean {
    return this.programme.inStep;
  }

  due(showing: Showing | null): Due {
    const { programme } = this;
    const turn = this.#turn(showing);
    if (turn === null) return { programme, turn, at: Number.POSITIVE_INFINITY };
    const at = this.#clock.monoAt(turn.at);
    // In step, the clock alone sets the instant.
    return { programme, turn, at: this.inStep ? at : (showing?.nextDue(at) ?? at) };
  }

  #turn(showing: Showing | null): Turn | null {
    const clock = this.#clock;
    const turn =
      showing === null
        ? this.#agenda.starting(clock.epoch())
        : this.#agenda.following(
            { position: showing.position, endsAt: epochAt(clock, showing.endsAt) },
            this.#finishAtBoundary,
          );
    const next = turn === null || this.#passed === null ? turn : this.#agenda.instead(this.#passed, turn);
    return this.exhausted ? next : this.#withoutHold(next);
  }

  /** Skips broken cues unless there is spare time to retry them: a retry must not delay a working cue. */
  #withoutHold(next: Turn | null): Turn | null {
    const now = this.#clock.mono();
    let turn = next;
    for (let left = this.#cuesInPass.size; left > 0 && turn?.position; left -= 1) {
      const leftMs = this.#clock.monoAt(turn.at) - now;
      if (!this.#backoff.passesOver(turn.position.cue, now, leftMs)) break;
      turn = this.#agenda.instead(turn, turn);
    }
    return turn;
  }

  locate(position: Position): Turn | null {
    return this.#agenda.locate(position, this.#clock.epoch());
  }

  /** The show continues after that item if the programme has it. */
  goOnAfter(mark: Mark | null): void {
    const cue = this.programme.cues.find(({ id }) => id === mark?.cueId);
    this.#passed = mark && cue ? this.locate({ segment: 0, ...mark, cue }) : null;
  }

  /** An item is on screen: the next turn counts from it. */
  begun(): void {
    this.#passed = null;
  }

  /** The turn could not be made ready; the next turn does not wait for it. */
  passOver(turn: CueTurn): void {
    this.#passed = turn;
    this.failed(turn.position.cue.id);
  }

  failed(cueId: string): void {
    this.#backoff.failed(cueId, this.#clock.mono(), this.#cuesInPass);
  }

  /** The cue was shown correctly. */
  proven(cueId: string): void {
    this.#backoff.proven(cueId);
  }

  /** Every cue of the pass is broken. */
  get exhausted(): boolean {
    return this.#backoff.exhausted(this.#cuesInPass);
  }

  /**
   * No broken cue is tried before this steady instant. A cue that has not failed never waits, because a boundary may
   * have added it.
   */
  notBefore({ turn }: Due): number {
    const cue = turn?.position?.cue;
    return cue && !this.#backoff.isBroken(cue.id) ? 0 : this.#backoff.notBefore;
  }

  /** The steady instant of the next segment boundary. */
  get nextBoundaryAt(): number {
    const now = this.#clock.epoch();
    const next = this.programme.segments.find(({ from }) => from > now);
    return next === undefined ? Number.POSITIVE_INFINITY : this.#clock.monoAt(next.from);
  }

  get #cuesInPass(): ReadonlySet<string> {
    return this.#agenda.cuesInPass(this.#clock.epoch());
  }
}
