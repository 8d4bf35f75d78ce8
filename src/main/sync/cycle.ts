import { message } from '../../shared/languages/message.ts';
import { interrupted } from '../download/failures.ts';
import type { AttemptRecord } from '../download/ports.ts';
import type { Edition, StoredEdition } from '../edition/edition.ts';
import { firstTimeZone } from '../edition/zone.ts';
import { sleep } from '../ground/clock.ts';
import { diff } from './diff.ts';
import { Gatherer } from './gather.ts';
import { Goal } from './goal.ts';
import { failures, stagedUpdate } from './missing.ts';
import type { SharedNeeds } from './needs.ts';
import type { DownloadQueue } from './queue.ts';
import type { GoalProgress, StagedUpdate, SyncReport } from './report.ts';
import { looksLossy } from './sanity.ts';
import { Takeover, type TakeoverNeeds } from './takeover.ts';

interface CycleNeeds extends TakeoverNeeds, Pick<SharedNeeds, 'cms' | 'space'> {
  readonly queue: DownloadQueue;
}

/** The needed files also change with the date and when the clock is corrected, so a goal expires. */
const goalLastsMs = 3_600_000;

/**
 * fetch → diff → stage → download → activate → reclaim. A visit ends once the downloads are queued. Each download that
 * ends judges again whether the staged edition may take over.
 */
export class Cycle {
  readonly #needs: CycleNeeds;
  readonly #gatherer: Gatherer;
  readonly #takeover: Takeover;
  /** The newest answer of the CMS. */
  #answered: Edition | null = null;
  /** Epoch milliseconds. */
  #goalAt = 0;
  #downloaded = 0;
  #bytes = 0;

  constructor(needs: CycleNeeds) {
    this.#needs = needs;
    this.#gatherer = new Gatherer(needs);
    this.#takeover = new Takeover(needs);
  }

  /** Reads the CMS, stages an update and queues its missing files. The returned function makes the report later. */
  async visit(signal: AbortSignal, eager: boolean): Promise<() => Promise<SyncReport>> {
    const startedAt = this.#needs.clock.monotonic();
    const answered = await this.#read(signal);
    await this.#takeover.judged();
    const active = this.#takeover.active();
    const before = { edition: active?.edition.id ?? null, downloaded: this.#downloaded, bytes: this.#bytes };
    const { goal } = this.#takeover;
    let reused: number;
    if (goal !== null && answered === this.#answered && this.#isAtRest(goal, active)) reused = goal.heldCount;
    else {
      this.#answered = answered;
      reused = await this.#pursue(await this.#stage(answered, active), eager);
    }
    return async () => {
      await this.#takeover.judge();
      const edition = this.#takeover.active()?.edition.id ?? null;
      return {
        edition,
        changed: edition !== before.edition,
        downloaded: this.#downloaded - before.downloaded,
        reused,
        failed: this.#takeover.goal === null ? [] : failures(this.#takeover.goal, this.#needs),
        bytes: this.#bytes - before.bytes,
        ms: Math.round(this.#needs.clock.monotonic() - startedAt),
      };
    };
  }

  #isAtRest(goal: Goal, active: StoredEdition | null): boolean {
    const { store, clock } = this.#needs;
    if (active?.edition.id !== this.#answered?.id || active?.complete !== true) return false;
    const age = clock.now() - this.#goalAt;
    return goal.isComplete && store.staged() === null && age >= 0 && age < goalLastsMs;
  }

  /** A list that suddenly lost most of its entries counts only when a second reading confirms it. */
  async #read(signal: AbortSignal): Promise<Edition> {
    const { store, clock, limits, log } = this.#needs;
    const first = await this.#gatherer.gather({ signal });
    if (first === this.#answered) return first;
    const known = (store.staged() ?? store.active())?.edition ?? null;
    if (first.id === known?.id || !looksLossy(known, first)) return first;
    log.warn('The CMS suddenly lists far fewer items than before. Reading it once more before following it.');
    await sleep(clock, limits.secondReadingMs, signal);
    const second = await this.#gatherer.gather({ signal });
    if (second.id !== first.id && looksLossy(known, second)) {
      throw interrupted(message('cms-unsteady'));
    }
    return second;
  }

  /** Stages a new edition beside the active one. Returns the edition to download. */
  async #stage(answered: Edition, active: StoredEdition | null): Promise<Edition> {
    const { store, log } = this.#needs;
    const left = store.rolledBackFrom();
    if (left === answered.id && active !== null) {
      if (store.staged() !== null) store.dropStaged();
      return active.edition;
    }
    if (left !== null) store.forgetRolledBack();
    const staged = store.staged();
    if (active?.edition.id === answered.id) {
      if (staged !== null) store.dropStaged();
    } else if (staged?.edition.id !== answered.id) {
      await store.stage(answered);
      const { playlists, mediaFiles } = diff(active?.edition ?? null, answered);
      log.info('Staged an update', {
        edition: answered.id,
        playlistsChanged: playlists.added.length + playlists.changed.length,
        mediaFilesAdded: mediaFiles.added.length,
        mediaFilesRemoved: mediaFiles.removed.length,
      });
    }
    return answered;
  }

  /** Makes this edition the goal. Returns how many of its objects the store holds. */
  async #pursue(edition: Edition, eager: boolean): Promise<number> {
    const { store, clock, queue, space } = this.#needs;
    this.#goalAt = clock.now();
    const goal = new Goal(store, edition, this.#goalAt, this.#zone);
    const { heldCount } = goal;
    this.#takeover.aimAt(goal);
    if (!goal.isComplete) await space.setAside(goal.missingBytes);
    await queue.want(() => goal.tasks(), {
      eager,
      timeZone: firstTimeZone(this.#answered?.settings.timeZone ?? null, this.#zone),
      mayWait: this.#takeover.activeCanPlay,
    });
    await this.#takeover.judge();
    return heldCount;
  }

  /** After a visit that failed. */
  reconsider(): Promise<void> {
    return this.#takeover.reconsider();
  }

  held(mediaFileIds: readonly string[], transferred: number): void {
    this.#downloaded++;
    this.#bytes += transferred;
    this.#takeover.held(mediaFileIds);
  }

  failed(marker: string, record: AttemptRecord | null): void {
    if (record?.failed === true) this.#takeover.failed(marker);
  }

  staged(): StagedUpdate | null {
    return stagedUpdate(this.#takeover.goal, this.#zone, this.#needs);
  }

  /** Progress of the downloads; null when nothing is on its way. */
  progress(): GoalProgress | null {
    const { goal } = this.#takeover;
    if (goal === null || goal.isSettled) return null;
    return goal.progress((marker) => this.#needs.queue.jobOf(marker)?.received ?? 0);
  }

  /** Resolves when no activation is running or pending. */
  settled(): Promise<void> {
    return this.#takeover.settled();
  }

  /** The assigned playlists have no entries: most likely an editor is still filling them. */
  get hasNoEntries(): boolean {
    const playlists = Object.values(this.#answered?.playlists ?? {});
    return this.#answered !== null && playlists.every(({ entries }) => entries.every(isDeleted));
  }

  /** Whether an edition of this source is active. */
  get hasActive(): boolean {
    return this.#takeover.active() !== null;
  }

  /** Polling interval that the CMS sets, in seconds, or null. */
  get updateInterval(): number | null {
    return this.#answered?.settings.updateInterval ?? null;
  }

  get #zone(): string | null {
    return this.#needs.settings.timeZone ?? null;
  }
}

function isDeleted({ deletedAt }: { readonly deletedAt: string | null }): boolean {
  return deletedAt !== null;
}
