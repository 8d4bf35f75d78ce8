import type { Edition, StoredEdition } from '../edition/edition.ts';
import { Serial } from '../ground/serial.ts';
import type { Playing } from './activation.ts';
import type { SyncEvents } from './events.ts';
import { canPlay, Goal } from './goal.ts';
import type { SharedNeeds } from './needs.ts';

export interface TakeoverNeeds extends Pick<SharedNeeds, 'store' | 'clock' | 'log' | 'settings' | 'limits'> {
  readonly events: SyncEvents;
}

/** Activates the staged edition as soon as it may. Each download that ends triggers a new judgement. */
export class Takeover {
  readonly #needs: TakeoverNeeds;
  #goal: Goal | null = null;
  #playing: Playing = 'nothing';
  readonly #judging = new Serial();
  /** Set until the pending judgement begins. */
  #judgeWanted: NodeJS.Immediate | undefined;

  constructor(needs: TakeoverNeeds) {
    this.#needs = needs;
  }

  get goal(): Goal | null {
    return this.#goal;
  }

  get activeCanPlay(): boolean {
    return this.#playing === 'own';
  }

  /** The active edition, unless another CMS, account or assignment left it. */
  active(): StoredEdition | null {
    const active = this.#needs.store.active();
    return active?.edition.source === this.#needs.settings.source ? active : null;
  }

  aimAt(goal: Goal): void {
    this.#goal = goal;
    this.#playing = this.#nowPlaying();
  }

  #nowPlaying(): Playing {
    const show = this.#needs.store.show();
    if (show === null || !this.#canPlay(show.edition)) return 'nothing';
    return show.edition.source === this.#needs.settings.source ? 'own' : 'other';
  }

  held(mediaFileIds: readonly string[]): void {
    this.#goal?.held(mediaFileIds);
    this.#judgeSoon();
  }

  failed(marker: string): void {
    this.#goal?.failed(marker);
    this.#judgeSoon();
  }

  #judgeSoon(): void {
    // Once for a whole group of commits: a judgement for each file would take quadratic time in a large edition.
    this.#judgeWanted ??= setImmediate(() => void this.judge());
  }

  /**
   * The CMS does not answer, and time passes: what plays may have ended, and after a restart the staged update may be ready. It is
   * judged by what is stored.
   */
  reconsider(): Promise<void> {
    return this.#judging
      .run(async () => {
        const { store, clock, settings, limits } = this.#needs;
        const staged = store.staged()?.edition;
        if (staged === undefined) return;
        const edition = this.#goal?.edition.id === staged.id ? this.#goal.edition : staged;
        const goal = new Goal(store, edition, clock.now(), settings.timeZone ?? null);
        // Without an answer in this run nothing is downloaded: a goal would report that something is on its way.
        if (this.#goal === null && !goal.judge(this.#nowPlaying(), limits).activate) return;
        this.aimAt(goal);
        await this.#judgeOnce();
      })
      .catch((error: unknown) => this.#needs.log.error('Cannot activate the update', { error }));
  }

  /** One at a time, so that activations never overlap. */
  judge(): Promise<void> {
    return this.#judging
      .run(() => this.#judgeOnce())
      .catch((error: unknown) => this.#needs.log.error('Cannot activate the update', { error }));
  }

  /** Resolves when no judgement is running. */
  judged(): Promise<void> {
    return this.#judging.idle();
  }

  /** As `judged`, after a pending judgement. */
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
    const verdict = goal.judge(this.#playing, limits);
    if (!verdict.activate) {
      const { because } = verdict;
      log.state('waits', because, 'info', 'The update waits for its media', { because });
      return;
    }
    await store.activate(goal.edition.id, verdict.complete);
    this.#playing = this.#nowPlaying();
    log.info('Activated an update', { edition: goal.edition.id, complete: verdict.complete });
    const activated = store.active();
    if (activated !== null) events.activated(activated);
    await store.reclaim();
  }

  #canPlay(edition: Edition): boolean {
    const { store, clock, limits, settings } = this.#needs;
    return canPlay(store, edition, clock.now(), settings.timeZone ?? null, limits);
  }
}
