import type { Edition, StoredEdition } from '../edition/edition.ts';
import { Serial } from '../ground/serial.ts';
import type { SyncEvents } from './events.ts';
import { canPlay, type Goal } from './goal.ts';
import type { SharedNeeds } from './needs.ts';

export interface TakeoverNeeds extends Pick<SharedNeeds, 'store' | 'clock' | 'log' | 'settings' | 'limits'> {
  readonly events: SyncEvents;
}

/** Lets the staged edition take over as soon as it may. Each download that ends makes it ask again. */
export class Takeover {
  readonly #needs: TakeoverNeeds;
  #goal: Goal | null = null;
  #activeCanPlay = false;
  readonly #judging = new Serial();
  /** Set until the judgement that was asked for begins. */
  #judgeWanted: NodeJS.Immediate | undefined;

  constructor(needs: TakeoverNeeds) {
    this.#needs = needs;
  }

  get goal(): Goal | null {
    return this.#goal;
  }

  get activeCanPlay(): boolean {
    return this.#activeCanPlay;
  }

  /** The active edition. What another CMS, account or assignment left here is as good as nothing. */
  active(): StoredEdition | null {
    const active = this.#needs.store.active();
    return active?.edition.source === this.#needs.settings.source ? active : null;
  }

  aimAt(goal: Goal): void {
    const active = this.active();
    this.#goal = goal;
    this.#activeCanPlay = active !== null && this.#canPlay(active.edition);
  }

  /** Bytes of these media files have become an object. */
  held(mediaFileIds: readonly string[]): void {
    this.#goal?.held(mediaFileIds);
    this.#judgeSoon();
  }

  failed(marker: string): void {
    this.#goal?.failed(marker);
    this.#judgeSoon();
  }

  #judgeSoon(): void {
    // After all that came with the same group: looking through a large edition for each would cost its square.
    this.#judgeWanted ??= setImmediate(() => void this.judge());
  }

  /** One at a time: an activation is under way or it is not. */
  judge(): Promise<void> {
    return this.#judging
      .run(() => this.#judgeOnce())
      .catch((error: unknown) => this.#needs.log.error('The update could not be activated', { error }));
  }

  /** Resolves when no judgement is under way. */
  judged(): Promise<void> {
    return this.#judging.idle();
  }

  /** As `judged`; one that is wanted comes first. */
  settled(): Promise<void> {
    if (this.#judgeWanted === undefined) return this.#judging.idle();
    clearImmediate(this.#judgeWanted);
    return this.judge();
  }

  async #judgeOnce(): Promise<void> {
    const { store, limits, log, events } = this.#needs;
    clearImmediate(this.#judgeWanted);
    this.#judgeWanted = undefined;
    const goal = this.#goal;
    if (goal === null) return;
    if (store.staged()?.edition.id !== goal.edition.id) {
      const active = this.active();
      if (active?.edition.id !== goal.edition.id) return;
      if (goal.isComplete && !active.complete) store.markComplete(goal.edition.id);
      return;
    }
    const verdict = goal.judge(this.#activeCanPlay, limits);
    if (!verdict.activate) {
      const { because } = verdict;
      log.state('waits', because, 'info', 'The update waits for its media', { because });
      return;
    }
    await store.activate(goal.edition.id, verdict.complete);
    this.#activeCanPlay = this.#canPlay(goal.edition);
    log.info('An update is active', { edition: goal.edition.id, complete: verdict.complete });
    const activated = store.active();
    if (activated !== null) events.activated(activated);
    await store.reclaim();
  }

  #canPlay(edition: Edition): boolean {
    const { store, clock, limits, settings } = this.#needs;
    return canPlay(store, edition, clock.now(), settings.timeZone ?? null, limits);
  }
}
