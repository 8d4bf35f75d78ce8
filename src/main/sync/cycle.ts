import { type Clock, sleep } from '../clock.ts';
import type { CmsApi } from '../cms/api.ts';
import type { Edition, StoredEdition } from '../edition/edition.ts';
import { firstTimeZone } from '../edition/zone.ts';
import type { Log } from '../log.ts';
import { diff } from './diff.ts';
import type { SyncEvents } from './events.ts';
import { interrupted } from './failures.ts';
import type { FreeSpace } from './free-space.ts';
import { Gatherer } from './gather.ts';
import { canPlay, Goal, missingOf } from './goal.ts';
import type { Limits } from './limits.ts';
import type { AttemptRecord, SyncStore } from './ports.ts';
import type { DownloadQueue } from './queue.ts';
import type { MissingItem, StagedUpdate, SyncReport } from './report.ts';
import { looksLossy } from './sanity.ts';
import type { SyncSettings } from './sync-settings.ts';

export interface CycleNeeds {
  readonly cms: CmsApi;
  readonly store: SyncStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: SyncSettings;
  readonly limits: Limits;
  readonly queue: DownloadQueue;
  readonly space: FreeSpace;
  readonly events: SyncEvents;
}

const settledForMs = 3_600_000;
/** Status stays readable with an update of 100,000 files. */
const mostMissing = 48;

/** What one cycle counts up for its report. */
interface Tally {
  readonly activeBefore: string | null;
  readonly startedAt: number;
  readonly downloadedBefore: number;
  readonly bytesBefore: number;
  reused: number;
}

/**
 * fetch → diff → stage → download → activate → reclaim. `look` does everything up to the downloads, which then go on
 * by themselves; each one that ends asks again whether the staged edition may become active.
 */
export class Cycle {
  readonly #needs: CycleNeeds;
  readonly #gatherer: Gatherer;
  /** The newest answer of the CMS. */
  #answered: Edition | null = null;
  #goal: Goal | null = null;
  /** Epoch milliseconds. */
  #goalAt = 0;
  #activeCanPlay = false;
  #isUnassigned = false;
  #downloaded = 0;
  #bytes = 0;
  #judging: Promise<void> = Promise.resolve();
  /** Set until the judgement that was asked for begins. */
  #judgeWanted: NodeJS.Immediate | undefined;

  constructor(needs: CycleNeeds) {
    this.#needs = needs;
    this.#gatherer = new Gatherer(needs.cms, needs.settings, needs.log, needs.events.assigned);
  }

  /** Asks the CMS, stages what is new and tells the queue what is missing. */
  async look(signal: AbortSignal, eager: boolean): Promise<Tally> {
    const { store, clock } = this.#needs;
    const startedAt = clock.monotonic();
    const answered = await this.#gather(signal);
    await this.#judging;
    const active = this.#ownActive();
    const tally = {
      activeBefore: active?.edition.id ?? null,
      startedAt,
      downloadedBefore: this.#downloaded,
      bytesBefore: this.#bytes,
      reused: 0,
    };

    if (
      answered === this.#answered &&
      active?.edition.id === answered.id &&
      active.complete &&
      this.#isAtRest()
    ) {
      tally.reused = this.#goal?.heldCount ?? 0;
      return tally;
    }
    this.#answered = answered;
    const now = clock.now();
    this.#goal = new Goal(store, await this.#stage(answered, active), now, this.#zone);
    this.#goalAt = now;
    tally.reused = this.#goal.heldCount;
    this.#activeCanPlay = active !== null && this.#canPlay(active.edition);
    if (!this.#goal.isComplete) await this.#needs.space.setAside(this.#goal.missingBytes);
    await this.#needs.queue.survey();
    // Asked last: an earlier cycle's download may have ended meanwhile.
    this.#needs.queue.want(this.#goal.tasks(), {
      eager,
      timeZone: firstTimeZone(answered.settings.timeZone, this.#zone),
      mayWait: this.#activeCanPlay,
    });
    await this.#needs.queue.sweep();
    await this.#judge();
    return tally;
  }

  /** What is needed changes with the date too, and with a clock that is set right: it is never settled for long. */
  #isAtRest(): boolean {
    const { store, clock } = this.#needs;
    const age = clock.now() - this.#goalAt;
    return this.#goal?.isComplete === true && store.staged() === null && age >= 0 && age < settledForMs;
  }

  /** A list that suddenly lost most of what it had is fetched again, and believed when it says the same. */
  async #gather(signal: AbortSignal): Promise<Edition> {
    const { store, clock, limits, log } = this.#needs;
    const first = await this.#gatherer.gather({ signal });
    if (first === this.#answered) return first;
    const known = (store.staged() ?? store.active())?.edition ?? null;
    if (first.id === known?.id || !looksLossy(known, first)) return first;
    log.warn('The CMS suddenly lists far less than before; it is asked again before that is believed');
    await sleep(clock, limits.secondLookMs, signal);
    const second = await this.#gatherer.gather({ signal });
    if (second.id !== first.id && looksLossy(known, second)) {
      throw interrupted('cms-unsteady', 'The CMS lists far less than before, and something else each time.');
    }
    return second;
  }

  /** Puts a new edition beside the active one. Answers the edition to be fetched. */
  async #stage(answered: Edition, active: StoredEdition | null): Promise<Edition> {
    const { store, log, events } = this.#needs;
    this.#isUnassigned = Object.keys(answered.screens).length === 0;
    if (this.#isUnassigned) events.unassigned();
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
      log.info('An update is staged', {
        edition: answered.id,
        playlistsChanged: playlists.added.length + playlists.changed.length,
        mediaFilesAdded: mediaFiles.added.length,
        mediaFilesRemoved: mediaFiles.removed.length,
      });
    }
    return answered;
  }

  /** Bytes have become an object. */
  held(mediaFileIds: readonly string[], transferred: number): void {
    this.#downloaded++;
    this.#bytes += transferred;
    this.#goal?.held(mediaFileIds);
    this.#judgeSoon();
  }

  failed(marker: string, record: AttemptRecord | null): void {
    if (record?.failed !== true) return;
    this.#goal?.failed(marker);
    this.#judgeSoon();
  }

  #judgeSoon(): void {
    // After all that came with the same group: looking through a large edition for each would cost its square.
    this.#judgeWanted ??= setImmediate(() => void this.#judge());
  }

  /** One at a time: an activation is under way or it is not. */
  #judge(): Promise<void> {
    this.#judging = this.#judging
      .then(() => this.#judgeOnce())
      .catch((error: unknown) => this.#needs.log.error('The update could not be activated', { error }));
    return this.#judging;
  }

  async #judgeOnce(): Promise<void> {
    const { store, limits, log, events } = this.#needs;
    clearImmediate(this.#judgeWanted);
    this.#judgeWanted = undefined;
    const goal = this.#goal;
    if (goal === null) return;
    const active = this.#ownActive();
    if (store.staged()?.edition.id !== goal.edition.id) {
      if (active?.edition.id !== goal.edition.id) return;
      if (goal.isComplete && !active.complete) store.markComplete(goal.edition.id);
      events.holdingsChanged();
      return;
    }
    const verdict = goal.judge(this.#activeCanPlay, limits);
    if (!verdict.activate) {
      log.state('waits', verdict.because, 'info', 'The update waits for its media', {
        because: verdict.because,
      });
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
    const { store, clock, limits } = this.#needs;
    return canPlay(store, edition, clock.now(), this.#zone, limits);
  }

  get #zone(): string | null {
    return this.#needs.settings.timeZone ?? null;
  }

  /** What another CMS, account or assignment left here is as good as nothing. */
  #ownActive(): StoredEdition | null {
    const active = this.#needs.store.active();
    return active?.edition.source === this.#needs.settings.source ? active : null;
  }

  /** After the downloads of an eager cycle have settled. */
  async report(tally: Tally): Promise<SyncReport> {
    await this.#judge();
    const edition = this.#ownActive()?.edition.id ?? null;
    return {
      edition,
      changed: edition !== tally.activeBefore,
      downloaded: this.#downloaded - tally.downloadedBefore,
      reused: tally.reused,
      failed: this.#failures(),
      bytes: this.#bytes - tally.bytesBefore,
      ms: Math.round(this.#needs.clock.monotonic() - tally.startedAt),
    };
  }

  #failures(): SyncReport['failed'] {
    const { store, queue } = this.#needs;
    const goal = this.#goal;
    return (goal?.missing ?? []).map(({ file }) => {
      const marker = file.download?.marker ?? '';
      const attempt = store.attempt(goal?.edition.source ?? '', marker);
      const error = queue.jobOf(marker)?.lastError ?? attempt;
      return {
        mediaFileId: file.id,
        code: error?.code ?? 'postponed',
        message: error?.message ?? 'It was not tried: its server asked us to wait.',
      };
    });
  }

  /** The update that is staged, and what of it is still missing. */
  staged(): StagedUpdate | null {
    const { store, queue, clock } = this.#needs;
    const edition = store.staged()?.edition ?? null;
    if (edition === null) return null;
    const goal = this.#goal?.edition.id === edition.id ? this.#goal : null;
    // Before the CMS has answered in this run there is no goal yet.
    const missing = goal?.missing ?? missingOf(store, edition, clock.now(), this.#zone);
    return {
      edition: edition.id,
      missingCount: missing.length,
      missing: missing.slice(0, mostMissing).map(({ file }): MissingItem => {
        const marker = file.download?.marker ?? '';
        const job = queue.jobOf(marker);
        const attempt = store.attempt(edition.source, marker);
        const error = job?.lastError ?? attempt;
        const dueAt = job === null ? (attempt?.nextTryAt ?? null) : job.dueAt;
        return {
          mediaFileId: file.id,
          name: file.name,
          received: job?.received ?? 0,
          size: job?.total ?? file.download?.size ?? null,
          error: error && { code: error.code, message: error.message },
          nextTryAt: dueAt === null ? null : new Date(dueAt).toISOString(),
          failed: attempt?.failed ?? false,
        };
      }),
    };
  }

  /** No activation is under way and none is wanted: what was asked for meanwhile is judged first. */
  async settled(): Promise<void> {
    if (this.#judgeWanted !== undefined) {
      clearImmediate(this.#judgeWanted);
      void this.#judge();
    }
    await this.#judging;
  }

  get updateInterval(): number | null {
    return this.#answered?.settings.updateInterval ?? null;
  }
}
