import type { CueTurn, DueCue } from './agenda.ts';
import { Showing, type ShowingBegin, type ShowingNeeds } from './showing.ts';
import { Upcoming, type UpcomingNeeds } from './upcoming.ts';

const cut = { kind: 'cut', durationMs: 0 } as const;

export interface OnStageNeeds extends ShowingNeeds, UpcomingNeeds {}

export interface OnStageEvents {
  /** Something happened: what is to be done has to be decided anew. */
  changed(): void;
  begun(showing: Showing, due: DueCue): void;
  /** It was shown as it should be. */
  proven(cueId: string): void;
  /** It could not be made ready, or did not come up. */
  notReady(turn: CueTurn): void;
  /** It broke while it was shown. */
  broke(cueId: string): void;
}

/** The two items that there is room for on the stage: what is shown, and what comes next. */
export class OnStage {
  readonly #needs: OnStageNeeds;
  readonly #events: OnStageEvents;
  #showing: Showing | null = null;
  #upcoming: Upcoming | null = null;
  /** What went before is still on the stage, under a transition: there is no room to prepare another item. */
  #isSettling = false;
  /** Until then a curtain may hang before the stage: a transition would be one from nothing. */
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

  /** True when there is room to prepare another item. */
  get hasRoom(): boolean {
    return this.#upcoming === null && !this.#isSettling;
  }

  /** Lets go of what was prepared when something else is due by now. */
  keepOnly(due: DueCue | null): void {
    if (this.#upcoming === null || (due !== null && this.#upcoming.meet(due))) return;
    this.#upcoming.release();
    this.#upcoming = null;
  }

  /** `unseen`: another stage is in sight when it comes up, so there is nothing that it could fade into. */
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

  /** What is shown stays, as another showing. */
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

  /** Nothing is to be seen any more. */
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

  /** It is up: it is what is shown from now on. */
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
