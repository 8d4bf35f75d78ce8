import { inEnglish, type Message, message, type Sentence } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { knownDiskError } from '../ground/disk-errors.ts';
import { asVitrineError, type VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { aroundMs } from '../ground/retry.ts';
import { releaseError } from '../release/failure.ts';
import { noFloors, withInstant } from '../release/kept-trust.ts';
import type { Release } from '../release/release.ts';
import { ExpiredError, lookAtMetadata, type Trusted } from '../release/trusted.ts';
import { type Choice, choose, type ThisPlayer } from './choice.ts';
import { Lately } from './lately.ts';
import { laidOver } from './new-package.ts';
import type { Shelf } from './shelf.ts';
import type { ReleaseSource } from './source.ts';
import {
  type Before,
  begun,
  confirmed,
  dispelled,
  doubted,
  factory,
  fellBack,
  isUnbegun,
  kept,
  mostAttempts,
  type ReleaseId,
  recalled,
  takenBack,
  type UpdateState,
  type Waiting,
  whyOf,
  withdrawn,
} from './state.ts';
import { gate, judge, type ShowFacts, type Verdict } from './trial.ts';
import type { UpdateRoot } from './update-root.ts';
import type { UpdateStatus, WantedRelease } from './update-status.ts';
import { untilSwitchInTheDarkMs, untilSwitchMs, type Window } from './window.ts';

export interface UpdatesNeeds {
  readonly root: UpdateRoot;
  readonly shelf: Shelf;
  /** Version of the package below the releases; null: only a person changes it. */
  readonly over: string | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly player: Omit<ThisPlayer, 'browser'>;
  /** Identifies this start of the player. Updates open again within it when their thread dies. */
  readonly start: string;
  readonly window: Window;
  /** Where releases are published; null: they come by USB stick only. */
  readonly server: ReleaseSource | null;
  folder(path: string): ReleaseSource;
  zone(): string | null;
  isClockTrusted(): boolean;
  /** When the CMS was last reached, in epoch milliseconds; null: not since the player started. */
  cmsReachedAt(): number | null;
  /** Whether automatic downloads are allowed now. */
  mayFetch(): boolean;
  /** Free bytes below which the disk is full. */
  readonly floorBytes: number;
}

const lookEveryMs = 3600_000;
const firstLookMs = 120_000;
const firstRetryMs = 300_000;
const dayMs = 86_400_000;
/** A package unpacks to about three times its size, and the next edition needs room too. */
const unpackedTimes = 4;
const cmsHourMs = 3600_000;
/** After this the show has begun. */
const startMs = 60_000;

type Step = 'waiting' | 'looking' | 'fetching' | 'unpacking' | 'ending';

/** Looks for releases, downloads them, switches to them in their time, and judges the one on trial. */
export class Updates {
  readonly #needs: UpdatesNeeds;
  #state: UpdateState;
  #step: Step = 'waiting';
  #next: {
    readonly release: Release;
    received: number;
    isHere: boolean;
    /** By a person. */
    isAsked: boolean;
    readonly wanted: WantedRelease | null;
  } | null = null;
  #wanted: WantedRelease | null = null;
  #verdict: Verdict | null = null;
  readonly #lately = new Lately();
  #browser: number | null = null;
  /** The release that does not run on this machine. */
  #unfit: { readonly release: ReleaseId; readonly at: number; readonly error: VitrineError } | null = null;
  /** Failed checks in a row. */
  #failures = 0;
  #failingSince = 0;
  #lastLookAt: number | null = null;
  #lastError: UpdateStatus['lastError'] = null;
  readonly #stopping = new AbortController();
  #work: Promise<void> | null = null;
  #cancelLook: () => void = () => undefined;
  /** The waiting release's time passed while the player was off: it is taken before the show begins. */
  #isMissed = false;
  /** When the observations for the waiting release were last kept, by the monotonic clock. */
  #toldAt: number | null = null;

  private constructor(needs: UpdatesNeeds, state: UpdateState) {
    this.#needs = needs;
    this.#state = state;
  }

  static async open(needs: UpdatesNeeds): Promise<Updates> {
    const { root, shelf, over, clock, player, log } = needs;
    const { running } = player;
    const written = await root.state();
    const at = new Date(clock.now()).toISOString();
    const state = await laidOver(written, { over, running, at }, shelf);
    const updates = new Updates(needs, state);
    if (state !== written) {
      // The next package is compared with this one, and its failures are its own.
      await updates.#settle(state);
      await root
        .cameUp(factory)
        .catch((error: unknown) => log.warn('Cannot forget the failures of a package', { error }));
    }
    await updates.#settleStart();
    return updates;
  }

  start(): void {
    this.#later(aroundMs(firstLookMs));
  }

  async stop(): Promise<void> {
    this.#stopping.abort(releaseError(message('update-busy.stopping'), { kind: 'temporary' }));
    this.#cancelLook();
    await this.#work?.catch(() => undefined);
  }

  /** A person's request: checks, downloads and switches at once, whatever window and share. Resolves when it is downloaded. */
  async now(source: ReleaseSource | null = this.#needs.server): Promise<UpdateStatus> {
    if (source === null) throw releaseError(message('update-off.no-address'));
    if (this.#state.held) throw releaseError(message('update-held'));
    if (this.#isOnTrial || this.#state.doubt !== null) throw releaseError(message('update-on-trial'));
    if (this.#step === 'ending') throw releaseError(message('update-busy.switching'));
    if (this.#work !== null) throw releaseError(message('update-busy.running'));
    await this.#exclusively(() => this.#bring(source, true));
    return this.status();
  }

  from(folder: string): Promise<UpdateStatus> {
    return this.now(this.#needs.folder(folder));
  }

  async hold(held: boolean): Promise<UpdateStatus> {
    await this.#keep({ ...this.#state, held, ...(held ? { waiting: null } : {}) });
    if (held) this.#next = null;
    else this.#later(0);
    return this.status();
  }

  /** The fleet's request holds until it requests another release or none. A trial continues regardless. */
  want(wanted: WantedRelease | null): UpdateStatus {
    this.#wanted = wanted;
    // A finished download stays for later; a running one is dropped when it is complete.
    if (this.#next !== null && this.#next.wanted !== null && this.#step !== 'ending') this.#next = null;
    if (wanted !== null) {
      const work = this.#work ?? Promise.resolve();
      void work.catch(() => undefined).then(() => this.#later(0));
    }
    return this.status();
  }

  /** Called every five seconds. `end`: the player must end now, and another release starts next. */
  async see(facts: ShowFacts): Promise<'stay' | 'end'> {
    const { root, clock } = this.#needs;
    this.#lately.see(facts, clock.monotonic());
    this.#browser = facts.browser;
    if (this.#step === 'ending') return 'end';
    if (this.#isOnTrial) {
      await root.alive();
      return this.#judge(facts);
    }
    if (this.#state.doubt !== null) return this.#settleDoubt(facts);
    return this.#maySwitch(facts);
  }

  status(): UpdateStatus {
    const { player } = this.#needs;
    const { trial, blocked } = this.#state;
    const next = this.#next && {
      version: this.#next.release.version,
      bytes: this.#next.release.bytes,
      received: this.#next.received,
    };
    const onTrial = this.#isOnTrial && trial !== null;
    const left = this.#verdict?.is === 'trying' ? this.#verdict.left : [];
    const state = this.#named();
    return {
      state,
      sentence: this.#sentence(state),
      running: player.running,
      next,
      switchAt:
        state === 'ready' ? new Date(this.#needs.clock.now() + this.#untilSwitch()).toISOString() : null,
      trial: onTrial ? { version: trial.version, since: trial.since, left, of: 4 } : null,
      wanted: this.#wanted,
      lost: this.#lost,
      overdue: this.#overdue,
      blocked: blocked.map(({ said, ...one }) => ({ ...one, why: whyOf({ ...one, said }) })),
      lastLookAt: this.#lastLookAt === null ? null : new Date(this.#lastLookAt).toISOString(),
      lastError: this.#lastError,
    };
  }

  /** Null: what was kept is what runs. */
  get #lost(): Message | null {
    const { lost } = this.#state;
    return lost && message('update.lost', { version: lost.version, at: lost.at });
  }

  /** Null: what waits is started in time. */
  get #overdue(): Message | null {
    const { waiting } = this.#state;
    if (waiting === null || this.#lateMs(waiting) < dayMs) return null;
    return message('update.overdue', { version: waiting.version, since: isoOf(waiting.switchAt) });
  }

  #lateMs({ switchAt }: Waiting): number {
    return this.#needs.clock.now() - switchAt;
  }

  get #isOnTrial(): boolean {
    return this.#state.trial?.release === this.#needs.player.running;
  }

  #named(): UpdateStatus['state'] {
    if (this.#step !== 'waiting') return this.#step;
    if (this.#isOnTrial) return 'trying';
    if (this.#state.doubt !== null) return 'doubting';
    if (this.#state.held) return 'held';
    if (this.#needs.server === null && this.#next === null) return 'off';
    return this.#next?.isHere ? 'ready' : 'waiting';
  }

  #sentence(state: UpdateStatus['state']): Sentence {
    const version = this.#next?.release.version ?? '';
    switch (state) {
      case 'trying': {
        const left = this.#verdict?.is === 'trying' ? this.#verdict.left.length : 4;
        const { version: tried = '', since = '' } = this.#state.trial ?? {};
        return message('update.state.trying', { version: tried, since, left, of: 4 });
      }
      case 'doubting':
        return message(`update.state.doubting.${this.#state.doubt?.about ?? 'cms'}`, {
          version: this.#state.doubt?.version ?? '',
        });
      case 'held':
        return message('update.state.held');
      case 'off':
        return this.#lastError?.message ?? message('update-off.no-address');
      case 'looking':
        return message('update.state.looking');
      case 'fetching':
        return message('update.state.fetching', { version });
      case 'unpacking':
        return message('update.state.unpacking', { version });
      case 'ready':
        if (this.#state.waiting !== null && this.#lateMs(this.#state.waiting) > 0)
          return message('update.state.ready.missed', {
            version,
            after: isoOf(this.#state.waiting.switchAt + dayMs),
          });
        return this.#next?.isAsked || this.#next?.wanted?.atOnce
          ? message('update.state.ready.soon', { version })
          : message('update.state.ready', { version });
      case 'ending':
        return message('update.state.ending');
      default:
        return (
          this.#lastError?.message ??
          (this.#lastLookAt === null ? message('update.state.waiting') : message('update-none'))
        );
    }
  }

  /** Adopts what the launcher did since the state was written. */
  async #settleStart(): Promise<void> {
    const { root, player, start, log } = this.#needs;
    const { trial, current } = this.#state;
    await root
      .cameUp(player.running)
      .catch((error: unknown) => log.warn('Cannot record that this release came up', { error }));
    if (player.running !== current && player.running !== trial?.release) {
      if (this.#isOver) this.#step = 'ending';
      else if (await this.#isGivenUp(current)) {
        await this.#settle(fellBack(this.#state, player.running, this.#at()));
        log.error(inEnglish(this.#lost ?? ''), { running: player.version });
      } else log.warn('The launcher did not start the current release', { current, running: player.version });
    }
    // The engine thread died after the player was to end, and the player has not ended yet.
    if (trial?.by === start) this.#step = 'ending';
    else if (trial !== null && trial.release !== player.running) {
      const starts = await root.spent(trial.release, true);
      const why = message('update.blocked.died');
      log.error(`Release ${trial.version} was taken back`, { starts });
      await this.#settle(
        starts >= mostAttempts
          ? takenBack(this.#state, 'died', why, this.#at())
          : withdrawn(this.#state, this.#at()),
      );
    }
    if (trial?.release === player.running) log.info(`Release ${trial.version} is on trial`);
    await this.#tidy();
    this.#isMissed = await this.#hasMissed();
  }

  async #hasMissed(): Promise<boolean> {
    const { player, shelf, clock } = this.#needs;
    const { waiting, current, trial, doubt } = this.#state;
    if (waiting === null || !waiting.isOwn || waiting.before === null || this.#lateMs(waiting) < 0)
      return false;
    if (player.running !== current || trial !== null || doubt !== null || this.#step === 'ending')
      return false;
    if (isUnbegun(this.#state, waiting.release, clock.now())) return false;
    return shelf.has(waiting.release).catch(() => false);
  }

  /** The running release was taken back, or waits for the check of its doubt. */
  get #isOver(): boolean {
    const { blocked, doubt } = this.#state;
    const { running } = this.#needs.player;
    return doubt?.release === running || blocked.some(({ release }) => release === running);
  }

  /** Whether the launcher gave it up. It never gives up the factory: if another one runs instead, the state was unreadable. */
  async #isGivenUp(current: ReleaseId): Promise<boolean> {
    const { root, shelf } = this.#needs;
    if (current === factory || (await root.spent(current)) >= mostAttempts) return true;
    // A folder that cannot be read now does not prove that its release is gone.
    return !(await shelf.has(current).catch(() => true));
  }

  async #tidy(): Promise<void> {
    const { root, shelf, player, log } = this.#needs;
    const { current, previous, trial, doubt, waiting } = this.#state;
    const all = [player.running, current, previous, trial?.release, doubt?.release, waiting?.release];
    const needed = new Set(all.filter((each) => typeof each === 'string'));
    // Leftovers do no harm, and must not break the judgement of a release.
    for (const each of [root, shelf])
      await each.tidy(needed).catch((error: unknown) => log.warn('Cannot remove old releases', { error }));
  }

  async #judge(facts: ShowFacts): Promise<'stay' | 'end'> {
    const { trial } = this.#state;
    if (trial === null) return 'stay';
    const verdict = judge(trial.before, {
      ...facts,
      revivesLately: this.#lately.revives(facts),
      hasCms: this.#needs.cmsReachedAt() !== null,
      now: this.#needs.clock.now(),
    });
    this.#verdict = verdict;
    const { log } = this.#needs;
    if (verdict.is === 'trying') return 'stay';
    if (verdict.is === 'kept') {
      await this.#keep(kept(this.#state));
      log.info(`Release ${trial.version} is kept`);
      await this.#tidy();
      return 'stay';
    }
    if (verdict.is === 'failed') {
      log.error(`Release ${trial.version} is taken back: ${inEnglish(verdict.why)}`, { code: verdict.code });
      await this.#settle(takenBack(this.#state, verdict.code, verdict.why, this.#at()));
      this.#step = 'ending';
      return 'end';
    }
    const what = verdict.about === 'cms' ? 'reach the CMS' : 'find anything to show';
    log.warn(`Release ${trial.version} does not ${what}: the previous one starts to check whether it does`);
    return this.#end(doubted(this.#state, verdict.about, this.#at()));
  }

  async #settleDoubt(facts: ShowFacts): Promise<'stay' | 'end'> {
    const { clock, cmsReachedAt } = this.#needs;
    const isOfShow = this.#state.doubt?.about === 'show';
    if (isOfShow ? facts.items > 0 : cmsReachedAt() !== null) {
      await this.#keep(confirmed(this.#state, this.#at()));
      return 'stay';
    }
    const { idleMs, overdueMs, upMs, nextDueAt } = facts;
    if (!isOfShow && upMs >= gate.cmsMs) return this.#again({ cms: false });
    if (isOfShow && idleMs > gate.idleMs) return this.#again({ idleUntil: nextDueAt ?? clock.now() + dayMs });
    if (isOfShow && overdueMs > gate.firstItem(0)) return this.#again({ plays: false, changes: false });
    return 'stay';
  }

  #again(less: Partial<Before>): Promise<'end'> {
    return this.#end(dispelled(this.#state, less, this.#at()), true);
  }

  /** Keeps the observations for the waiting release once an hour: after a restart there are none. */
  async #tellWaiting(facts: ShowFacts): Promise<void> {
    const { waiting } = this.#state;
    const now = this.#needs.clock.monotonic();
    if (waiting === null || !this.#lately.isSettled) return;
    if (waiting.before !== null && this.#toldAt !== null && now - this.#toldAt < lookEveryMs) return;
    this.#toldAt = now;
    await this.#keep({ ...this.#state, waiting: { ...waiting, before: this.#before(facts) } });
  }

  /** Before the show begins, nobody sees the switch. */
  async #takeMissed(facts: ShowFacts): Promise<'stay' | 'end'> {
    this.#isMissed = false;
    const { waiting } = this.#state;
    if (waiting === null || waiting.before === null || facts.upMs > startMs) return 'stay';
    const { release, version, before } = waiting;
    this.#needs.log.info(`Starting release ${version}: its window passed while the player was off`, {
      before,
    });
    return this.#end(begun(this.#state, { release, version, since: this.#at(), before }), true);
  }

  #before(facts: ShowFacts): Before {
    const { clock, cmsReachedAt } = this.#needs;
    const reached = cmsReachedAt();
    const cms = reached !== null && clock.now() - reached < cmsHourMs;
    return this.#lately.before(facts, cms, clock.now());
  }

  async #maySwitch(facts: ShowFacts): Promise<'stay' | 'end'> {
    if (this.#isMissed) return this.#takeMissed(facts);
    await this.#tellWaiting(facts);
    const next = this.#next;
    if (next === null || !next.isHere || this.#work !== null || this.#state.held) return 'stay';
    // With nothing seen of this release there is nothing to judge the next one by.
    const isTime = next.wanted?.atOnce === true || this.#untilSwitch() <= 0;
    if (!next.isAsked && (!this.#lately.hasSeen || !isTime)) return 'stay';
    const { release } = next;
    const before = this.#before(facts);
    this.#needs.log.info(`Starting release ${release.version}`, { before });
    const { sha256, version } = release;
    return this.#end(begun(this.#state, { release: sha256, version, since: this.#at(), before }), true);
  }

  async #end(state: UpdateState, isNewTrial = false): Promise<'end'> {
    const { start } = this.#needs;
    const trial = isNewTrial && state.trial !== null ? { ...state.trial, by: start } : state.trial;
    await this.#keep({ ...state, trial }, isNewTrial);
    this.#step = 'ending';
    return 'end';
  }

  /** Applies also where the disk rejects it: a later write includes it, or the next start detects it again. */
  async #settle(state: UpdateState): Promise<void> {
    this.#state = state;
    await this.#keep(state).catch((error: unknown) =>
      this.#needs.log.error('Cannot record what became of a release', { error }),
    );
  }

  async #keep(state: UpdateState, isNewTrial = false): Promise<void> {
    await this.#needs.root.keep(state, isNewTrial).catch((thrown: unknown) => {
      throw known(thrown);
    });
    this.#state = state;
  }

  /** In the window, or earlier while all screens are off: then nobody sees it. */
  #untilSwitch(): number {
    const { window, clock, zone } = this.#needs;
    const { playerId } = this.#state;
    const inWindow = untilSwitchMs(window, playerId, clock.now(), zone());
    const { darkSince } = this.#lately;
    const { waiting } = this.#state;
    return Math.min(
      inWindow,
      darkSince === null ? inWindow : untilSwitchInTheDarkMs(playerId, clock.monotonic() - darkSince),
      // A player that sleeps in its window does not restart, and takes the release between two items.
      waiting === null ? inWindow : Math.max(0, dayMs - this.#lateMs(waiting)),
    );
  }

  #at(): string {
    return new Date(this.#needs.clock.now()).toISOString();
  }

  #later(ms: number): void {
    this.#cancelLook();
    this.#cancelLook = this.#needs.clock.after(ms, () => {
      const { server } = this.#needs;
      this.#later(aroundMs(lookEveryMs));
      const isFree =
        this.#step !== 'ending' &&
        this.#work === null &&
        !this.#state.held &&
        !this.#isOnTrial &&
        this.#state.doubt === null;
      if (server === null || !isFree || this.#next?.isAsked) return;
      // The failure is kept as the last error.
      this.#exclusively(() => this.#bring(server, false)).catch(() => this.#later(this.#retryMs()));
    });
  }

  /** Short after the first failure, longer after each further one, up to an hour. */
  #retryMs(): number {
    return aroundMs(Math.min(lookEveryMs, firstRetryMs * 2 ** (this.#failures - 1)));
  }

  async #exclusively(work: () => Promise<void>): Promise<void> {
    this.#work = work().finally(() => {
      this.#work = null;
      if (this.#step !== 'ending') this.#step = 'waiting';
    });
    try {
      await this.#work;
      this.#lastError = null;
      this.#failures = 0;
    } catch (thrown) {
      // A failed download is forgotten; otherwise the player would look for nothing else.
      if (!this.#next?.isHere) this.#next = null;
      const error = known(thrown);
      this.#failed(error);
      throw error;
    }
  }

  #failed({ code, message: text, said, kind }: VitrineError): void {
    if (this.#stopping.signal.aborted) return;
    const now = this.#needs.clock.monotonic();
    if (this.#failures++ === 0) this.#failingSince = now;
    const isOld = now - this.#failingSince >= dayMs;
    const isLasting = isOld || (kind !== 'temporary' && code !== 'update-none');
    this.#lastError = { code, message: said, at: this.#at(), isLasting };
    this.#needs.log.state('update', code, 'warn', `No update: ${text}`, { code });
  }

  async #bring(source: ReleaseSource, isAsked: boolean): Promise<void> {
    const choice = await this.#look(source, isAsked);
    if (choice.is === 'back') return this.#goBack(choice.release, isAsked);
    const wanted = isAsked ? null : this.#wanted;
    if (choice.is === 'none') {
      this.#next = null;
      await this.#await(null);
      if (isAsked || wanted !== null) throw releaseError(choice.why);
      return;
    }
    const { release } = choice;
    if (this.#state.waiting?.release !== release.sha256) await this.#await(null);
    if (!isAsked && isUnbegun(this.#state, release.sha256, this.#needs.clock.now())) {
      this.#next = null;
      throw releaseError(message('update-not-begun', { version: release.version }));
    }
    this.#next = { release, received: 0, isHere: false, isAsked, wanted };
    const { shelf } = this.#needs;
    const isHere = await shelf.has(release.sha256);
    const { clock } = this.#needs;
    const unfit = this.#unfit?.release === release.sha256 ? this.#unfit : null;
    // The bytes are the same: no download every hour for the same result.
    if (!isHere && !isAsked && unfit !== null && clock.monotonic() - unfit.at < dayMs) throw unfit.error;
    // A later check downloads it, within the hours for downloads.
    if (!isHere && !isAsked && !this.#needs.mayFetch()) return;
    try {
      if (!isHere) await this.#fetch(source, release);
      // Also for a release from an earlier run: the player may have ended before this check.
      await shelf.mustRun(release, this.#stopping.signal);
    } catch (thrown) {
      const error = asVitrineError(thrown);
      if (error.code === 'update-not-runnable' && error.kind === 'permanent') {
        this.#unfit = { release: release.sha256, at: clock.monotonic(), error };
        await this.#await(null);
        await this.#tidy();
      }
      throw thrown;
    }
    // The fleet may have stopped its rollout.
    if (!isAsked && wanted !== this.#wanted) return;
    this.#next = { release, received: release.bytes, isHere: true, isAsked, wanted };
    this.#needs.log.info(`Release ${release.version} is downloaded`);
    if (isAsked) return;
    const { sha256, version } = release;
    const { switchAt, before } = this.#state.waiting ?? {
      switchAt: clock.now() + this.#untilSwitch(),
      before: null,
    };
    await this.#await({ release: sha256, version, switchAt, isOwn: wanted === null, before });
  }

  async #await(waiting: Waiting | null): Promise<void> {
    if (JSON.stringify(waiting) !== JSON.stringify(this.#state.waiting))
      await this.#keep({ ...this.#state, waiting });
  }

  async #look(source: ReleaseSource, isAsked: boolean): Promise<Choice> {
    const { root, clock } = this.#needs;
    this.#step = 'looking';
    // Under a clock in the past, every old signature would be valid.
    if (!this.#needs.isClockTrusted())
      throw releaseError(message('update-clock', { now: isoOf(clock.now()) }), { kind: 'temporary' });
    const { metadata, origin } = await root.metadata();
    const floors = this.#state.origin === origin ? this.#state.floors : noFloors;
    let trusted: Trusted;
    try {
      trusted = await lookAtMetadata(metadata, floors, source.read, clock.now());
    } catch (thrown) {
      if (thrown instanceof ExpiredError)
        await this.#keep({ ...this.#state, origin, floors: withInstant(floors, thrown.expiredAt) });
      throw thrown;
    }
    // The order matters: floors older than the keys of the root beside them would never be lowered.
    await this.#keep({ ...this.#state, origin, floors: trusted.floors });
    await root.keepMetadata({ origin, metadata: trusted.metadata });
    this.#lastLookAt = clock.now();
    const browser = this.#browser;
    const wanted = isAsked ? null : (this.#wanted?.version ?? null);
    return choose(trusted.releases, this.#state, { ...this.#needs.player, browser }, isAsked, wanted);
  }

  async #fetch(source: ReleaseSource, release: Release): Promise<void> {
    const { root, shelf, floorBytes } = this.#needs;
    const { signal } = this.#stopping;
    await this.#tidy();
    const { freeBytes } = await root.fs.space(root.path);
    const wanted = release.bytes * unpackedTimes - (await root.partBytes(release.sha256));
    if (freeBytes - floorBytes < wanted)
      throw releaseError(
        message('update-no-space', { size: release.bytes, needed: wanted + floorBytes, free: freeBytes }),
        { kind: 'temporary' },
      );
    this.#step = 'fetching';
    await root.keepPart(release.sha256);
    const fetched = await source.fetch(release, signal, (received) => {
      if (this.#next !== null) this.#next.received = received;
    });
    this.#step = 'unpacking';
    try {
      await shelf.take(release, fetched.path, source, signal);
    } catch (thrown) {
      // The package waits for an installer that does not respond.
      if (asVitrineError(thrown).code !== 'update-no-installer') await fetched.discard();
      throw thrown;
    }
    await fetched.discard();
  }

  /** In the window like any other switch; the older release was kept before, and needs no trial. */
  async #goBack(release: Release, isAsked: boolean): Promise<void> {
    const { player, log } = this.#needs;
    if (player.running === factory || (!isAsked && this.#untilSwitch() > 0)) return;
    log.error(`Release ${release.version} is recalled by its publisher`);
    await this.#end(recalled(this.#state, release.version, this.#at()));
  }
}

function known(thrown: unknown): VitrineError {
  return knownDiskError(thrown, 'update') ?? asVitrineError(thrown);
}

function isoOf(epoch: number): string {
  return new Date(epoch).toISOString();
}
