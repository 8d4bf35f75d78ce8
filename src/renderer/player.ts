import type { Mark } from '../shared/messages.ts';
import type { Cue, Programme } from '../shared/programme.ts';
import { TurnsTaken } from '../shared/turns.ts';
import { type Due, isCue } from './agenda.ts';
import { Course } from './course.ts';
import { HandOverRole } from './hand-over.ts';
import { OnStage, type OnStageNeeds } from './on-stage.ts';
import type { Upcoming } from './upcoming.ts';

/** An item is made ready at most this long before its turn. */
const prepareAheadMs = 20_000;
/** A cue that a new edition removed disappears within this time. */
const newEditionMs = 9_000;
/** In step, the position of the item is corrected at this interval. */
const followMs = 1_000;

/**
 * Plays one programme: decides what is on the stage and when, without knowing the DOM. `#arrange` is the whole logic:
 * after every event it compares what is due with what is on the stage, and sets one timer.
 */
export class Player {
  readonly #clock: OnStageNeeds['clock'];
  readonly #onStage: OnStage;
  readonly #handOver: HandOverRole;
  readonly #turns = new TurnsTaken();
  #course: Course | null = null;
  #cancelTimer: () => void = () => undefined;

  constructor(needs: OnStageNeeds) {
    this.#clock = needs.clock;
    this.#handOver = new HandOverRole(needs);
    this.#onStage = new OnStage(needs, {
      changed: () => this.#arrange(),
      begun: (showing, { programme, turn }) => {
        this.#handOver.begun();
        this.#turns.started(showing.cue, this.#clock.epoch(), turn.position);
        this.#course?.begun();
        // The programme changed while the item was coming up.
        if (this.#course && this.#course.programme !== programme) showing.locate(this.#course, 0);
      },
      proven: (cueId) => this.#course?.proven(cueId),
      notReady: (turn) => this.#course?.passOver(turn),
      broke: (cueId) => this.#course?.failed(cueId),
    });
  }

  get cue(): Cue | null {
    return this.#onStage.showing?.cue ?? null;
  }

  /** Time left of a clip whose length main does not know. */
  get remainingMs(): number | null {
    const { showing } = this.#onStage;
    return showing?.cue.lengthUnknown ? showing.item.remainingMs() : null;
  }

  get programmeId(): string | null {
    return this.#course?.programme.id ?? null;
  }

  /** For the overlay: the next item, whether it is ready, and the time until its turn. */
  get upcoming(): Pick<Upcoming, 'cue' | 'ready' | 'inMs'> | null {
    return this.#onStage.upcoming;
  }

  play(programme: Programme, finishAtBoundary: boolean): void {
    const before = this.#course?.programme;
    this.#turns.programme(programme);
    this.#course = new Course(this.#clock, programme, finishAtBoundary, () => this.#turns.value);
    if (before === undefined || this.#handOver.standsBy) this.#resume(this.#course);
    const atBoundaryMs = finishAtBoundary ? Number.POSITIVE_INFINITY : 0;
    const graceMs = before?.editionId === programme.editionId ? atBoundaryMs : newEditionMs;
    this.#onStage.showing?.locate(this.#course, graceMs);
    this.#arrange();
  }

  /** The show continues after the item that another stage showed, now or after a hand-over. */
  follow(after: Mark | null, standsBy: boolean): void {
    this.#handOver.follow(after, standsBy);
    if (this.#course === null || this.#onStage.showing !== null) return;
    this.#resume(this.#course);
    this.#arrange();
  }

  /** The stage in sight yields at that instant. */
  takeOver(at: number): void {
    this.#handOver.takeOver(this.#clock.monoAt(at));
    this.#arrange();
  }

  /** Another stage continues after that showing, which stays in sight until then. */
  yield(showingId: string): void {
    if (this.#onStage.showing?.id !== showingId) return;
    this.#handOver.yield(showingId);
    this.#arrange();
  }

  /** The other stage is in sight. */
  leave(at: number, anyhow = false): void {
    if (this.#handOver.leave(anyhow)) this.#onStage.end(this.#clock.monoAt(at));
  }

  carryOn(): void {
    this.#handOver.carryOn();
    this.#arrange();
  }

  /** Main's clock was set: all instants have moved. */
  clockMoved(): void {
    if (this.#course?.inStep) this.#onStage.showing?.locate(this.#course, 0);
    this.#arrange();
  }

  /** In step, the clock sets the position, unless another stage still shows that item. */
  #resume(course: Course): void {
    const { after, standsBy } = this.#handOver;
    if (after !== null) this.#turns.follow(after.cueId);
    if (!course.inStep || standsBy) course.goOnAfter(after);
  }

  #arrange(): void {
    this.#cancelTimer();
    const course = this.#course;
    const { showing, upcoming } = this.#onStage;
    if (course === null || upcoming?.rising || this.#handOver.hasLeft) return;
    // Read the clock once: an instant between two readings would be neither acted on nor waited for.
    const now = this.#clock.mono();
    const due = this.#due(course);
    const hold = this.#handOver.hold(now, showing, due.at, upcoming?.leadMs ?? 0);
    if (hold.isHeld) {
      this.#wake(now, hold.checkAt);
      return;
    }
    const nextAt = this.#bringOn(now, course, due);
    if (nextAt === null) return;
    const seenUntil = this.#keepInSight(now, course, due);
    if (seenUntil === null) return;
    this.#wake(now, due.at, hold.checkAt, nextAt, seenUntil);
  }

  #due(course: Course): Due {
    const { showing } = this.#onStage;
    const due = course.due(showing);
    // In step, the clock alone sets the instant.
    return showing !== null || course.inStep ? due : { ...due, at: this.#handOver.startsAt(due.at) };
  }

  /** Prepares and raises the due item. Returns when to check again; null: an event will follow. */
  #bringOn(now: number, course: Course, due: Due): number | null {
    const onStage = this.#onStage;
    const { showing } = onStage;
    if (showing !== null && isCue(due) && showing.staysFor(due.turn)) {
      onStage.keepOnly(null);
      if (due.at > now) return due.at;
      onStage.renew(showing, due);
      return null;
    }
    onStage.keepOnly(isCue(due) ? due : null);
    const from = Math.max(due.at - prepareAheadMs, course.notBefore(due), showing?.inPeaceUntil ?? 0);
    if (isCue(due) && onStage.hasRoom && from <= now) onStage.prepare(due, this.#handOver.standsBy);
    const { upcoming } = onStage;
    if (this.#handOver.standsBy && this.#standBy(now, upcoming, due)) return null;
    if (upcoming === null) return Math.min(from, course.nextBoundaryAt);
    if (upcoming.ready && upcoming.startsAt <= now) upcoming.rise();
    else if (!upcoming.ready && upcoming.givenUpAt <= now)
      onStage.giveUp(upcoming, 'timeout: not ready at its turn');
    else return upcoming.ready ? upcoming.startsAt : upcoming.givenUpAt;
    return null;
  }

  /** Raises the ready item behind the other stage. */
  #standBy(now: number, upcoming: Upcoming | null, due: Due): boolean {
    const handOver = this.#handOver;
    if (upcoming === null && due.at > now + prepareAheadMs) handOver.prepared(false);
    if (!upcoming?.ready) return false;
    // Also for an item raised earlier that now follows another item.
    void upcoming.stand().then(() => {
      if (this.#onStage.upcoming === upcoming) handOver.prepared(true);
    });
    return true;
  }

  #keepInSight(now: number, course: Course, due: Due): number | null {
    const { showing } = this.#onStage;
    if (showing === null) return Number.POSITIVE_INFINITY;
    const until = showing.inSightUntil(now, due.at, !isCue(due), course.exhausted);
    if (until <= now) {
      this.#onStage.clear();
      return null;
    }
    if (!course.inStep) return until;
    showing.follow();
    return Math.min(until, now + followMs);
  }

  /** Sets the timer to the first of these instants that is still in the future. */
  #wake(now: number, ...instants: readonly number[]): void {
    const first = Math.min(...instants.filter((instant) => instant > now));
    if (Number.isFinite(first))
      this.#cancelTimer = this.#clock.after(Math.max(1, first - now), () => this.#arrange());
  }
}
