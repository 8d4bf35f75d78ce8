import type { FromScreen } from '../shared/messages.ts';
import type { Cue } from '../shared/programme.ts';
import type { DueCue } from './agenda.ts';
import type { PlayerClock } from './clock.ts';
import type { Item, ItemEvents, ItemStage } from './item.ts';
import { scaled } from './pace.ts';

/** An item that is not ready this long after its turn is given up; the previous one stays in sight until then. */
const lateMs = 5_000;
/** In step, an item is prepared to start this long before its turn and starts at the exact instant. */
const wakeAheadMs = 250;

export interface UpcomingNeeds {
  readonly clock: PlayerClock;
  readonly stage: ItemStage;
  report(message: FromScreen): void;
  newId(): string;
}

/** The next item on the stage, from the start of its preparation until it is up. */
export class Upcoming {
  readonly #needs: UpcomingNeeds;
  readonly showingId: string;
  readonly item: Item;
  /** When the preparation began. */
  readonly #since: number;
  #due: DueCue;
  #state: 'loading' | 'ready' | 'rising' = 'loading';
  #stands: Promise<void> | null = null;

  /** `cue`: the cue of the turn, with the transition to use. */
  constructor(needs: UpcomingNeeds, due: DueCue, cue: Cue, events: ItemEvents) {
    const { clock, stage, newId, report } = needs;
    const { pass, index } = due.turn.position;
    this.#needs = needs;
    this.#due = due;
    this.#since = clock.mono();
    this.showingId = newId();
    report({ type: 'preparing', turn: { showingId: this.showingId, cueId: cue.id, pass, index } });
    const elapsedMs = due.programme.inStep ? Math.max(0, this.#since - due.at) : 0;
    this.item = stage.prepare(cue, elapsedMs, events);
  }

  get cue(): Cue {
    return this.#due.turn.position.cue;
  }

  get due(): DueCue {
    return this.#due;
  }

  get ready(): boolean {
    return this.#state !== 'loading';
  }

  get rising(): boolean {
    return this.#state === 'rising';
  }

  get inMs(): number {
    return this.#due.at - this.#needs.clock.mono();
  }

  /** How long before its turn it is started. */
  get leadMs(): number {
    return this.#inStep ? Math.max(this.item.leadMs, wakeAheadMs) : this.item.leadMs;
  }

  get startsAt(): number {
    return this.#due.at - this.leadMs;
  }

  get givenUpAt(): number {
    const { at, turn } = this.#due;
    // In step, a missing item keeps its time while the previous one is held.
    return turn.endsAt === null
      ? Math.max(at, this.#since) + scaled(lateMs)
      : this.#needs.clock.monoAt(turn.endsAt);
  }

  /** Adopts a new turn. Returns false if that turn has another cue. */
  meet(due: DueCue): boolean {
    const isSame = due.turn.position.cue.id === this.cue.id;
    if (isSame) this.#due = due;
    return isSame;
  }

  becameReady(): void {
    this.#state = 'ready';
    this.#settle();
  }

  /** On a stage that is not in sight: raises the item now. Resolves when it is painted. */
  stand(): Promise<void> {
    this.#stands ??= this.item.stand();
    return this.#stands;
  }

  rise(): void {
    this.#state = 'rising';
    this.item.show(this.#due.at, this.#inStep);
  }

  /** The item could not be made ready or did not come up. */
  fail(reason: string): void {
    const { clock, report } = this.#needs;
    const { showingId, cue } = this;
    this.item.release();
    report({ type: 'failed', showingId, cueId: cue.id, at: clock.epoch(), reason });
    this.#settle();
  }

  release(): void {
    this.item.release();
    this.#settle();
  }

  get #inStep(): boolean {
    return this.#due.programme.inStep;
  }

  #settle(): void {
    this.#needs.report({ type: 'preparing', turn: null });
  }
}
