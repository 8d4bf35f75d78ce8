import type { CueTurn, DueCue } from './agenda.ts';
import { Showing, type ShowingBegin, type ShowingNeeds } from './showing.ts';
import { Upcoming, type UpcomingNeeds } from './upcoming.ts';

const cut = { kind: 'cut', durationMs: 0 } as const;

export interface OnStageNeeds extends ShowingNeeds, UpcomingNeeds {}

export interface OnStageEvents {
  /** The stage changed: the player must decide anew. */
  changed(): void;
  begun(showing: Showing, due: DueCue): void;
  /** The cue was shown correctly. */
  proven(cueId: string): void;
  /** The cue could not be made ready or did not come up. */
  notReady(turn: CueTurn): void;
  /** The cue broke while it was shown. */
  broke(cueId: string): void;
}

/** The two items on the stage: the one shown and the next one. */
export class OnStage {
  readonly #needs: OnStageNeeds;
  readonly #events: OnStageEvents;
  #showing: Showing | null = null;
  #upcoming: Upcoming | null = null;
  /** The previous item is still on the stage under a transition, so no other item can be prepared. */
  #isSettling = false;
  /** The first item needs no transition: a curtain may still hide the stage. */
  #hasShown = false;

  constructor(needs: OnStageNeeds, events: OnStageEvents) {
    this.#needs = needs;
    this.#events = events;
  }

  get showing(): Showing | null {
    return this.#showing;
  }

  get upcoming(): Upcoming | null {
    return this.#upcoming;
  }

  get hasRoom(): boolean {
    return this.#upcoming === null && !this.#isSettling;
  }

  /** Drops the prepared item if another one is due now. */
  keepOnly(due: DueCue | null): void {
    if (this.#upcoming === null || (due !== null && this.#upcoming.meet(due))) return;
    this.#upcoming.release();
    this.#upcoming = null;
  }

  /** `unseen`: another stage will be in sight when the item comes up, so no transition is used. */
  prepare(due: DueCue, unseen: boolean): void {
    const { cue } = due.turn.position;
    const upcoming = new Upcoming(
      this.#needs,
      due,
      unseen || !this.#hasShown ? { ...cue, transition: cut } : cue,
      {
        ready: () => {
          if (this.#upcoming !== upcoming) return;
          upcoming.becameReady();
          this.#events.changed();
        },
        shown: (mono) => {
          if (this.#upcoming === upcoming) this.#promote(upcoming, mono);
        },
        settled: () => {
          this.#isSettling = false;
          this.#events.changed();
        },
        ended: () => {
          if (this.#showing?.item !== upcoming.item) return;
          this.#showing.cameToItsEnd();
          this.#events.changed();
        },
        failed: (reason) => {
          if (this.#upcoming === upcoming) this.giveUp(upcoming, reason);
          else if (this.#showing?.item === upcoming.item) this.#broke(this.#showing, reason);
        },
      },
    );
    this.#upcoming = upcoming;
  }

  /** The shown item stays, as a new showing. */
  renew({ item, since }: Showing, due: DueCue): void {
    const { clock, newId } = this.#needs;
    this.#begin({ item, showingId: newId(), due, shownAt: clock.mono(), since });
  }

  giveUp(upcoming: Upcoming, reason: string): void {
    this.#upcoming = null;
    upcoming.fail(reason);
    this.#events.notReady(upcoming.due.turn);
    this.#events.changed();
  }

  clear(): void {
    this.end(this.#needs.clock.mono());
    this.#isSettling = false;
    this.#needs.stage.clear();
    this.#events.changed();
  }

  end(mono: number): void {
    const showing = this.#showing;
    this.#showing = null;
    if (showing?.end(mono)) this.#events.proven(showing.cue.id);
  }

  /** The item is up and becomes the shown one. */
  #promote({ item, showingId, due }: Upcoming, mono: number): void {
    this.#upcoming = null;
    this.#isSettling = true;
    this.#begin({ item, showingId, due, shownAt: mono, since: mono });
  }

  #begin(begin: ShowingBegin): void {
    this.end(begin.shownAt);
    this.#showing = new Showing(this.#needs, begin);
    this.#hasShown = true;
    this.#events.begun(this.#showing, begin.due);
    this.#events.changed();
  }

  #broke(showing: Showing, reason: string): void {
    if (showing.failed) return;
    showing.fail(reason);
    this.#events.broke(showing.cue.id);
    this.#events.changed();
  }
}
