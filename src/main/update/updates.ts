import type { Clock } from '../clock.ts';
import { asVitrineError, type VitrineError } from '../errors.ts';
import type { Log } from '../log.ts';
import { releaseError } from '../release/failure.ts';
import { noFloors } from '../release/kept-trust.ts';
import type { Release } from '../release/release.ts';
import { lookAtMetadata } from '../release/trusted.ts';
import { aroundMs } from '../retry.ts';
import { type Choice, choose, type ThisPlayer } from './choice.ts';
import type { Shelf } from './shelf.ts';
import type { ReleaseSource } from './source.ts';
import {
  begun,
  doubted,
  factory,
  fellBack,
  isUnbegun,
  kept,
  laidOver,
  mostAttempts,
  mostFailures,
  type ReleaseId,
  recalled,
  settled,
  takenBack,
  type UpdateState,
  withdrawn,
} from './state.ts';
import { gate, judge, observed, type ShowFacts, type Verdict } from './trial.ts';
import type { UpdateRoot } from './update-root.ts';
import type { UpdateStatus, WantedRelease } from './update-status.ts';
import { untilSwitchInTheDarkMs, untilSwitchMs, type Window } from './window.ts';

export interface UpdatesNeeds {
  readonly root: UpdateRoot;
  readonly shelf: Shelf;
  /** The version of the package below the releases; null: nobody but a person's hand changes that. */
  readonly over: string | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly player: Omit<ThisPlayer, 'browser'>;
  readonly window: Window;
  /** Where releases are published; null: they come on a stick alone. */
  readonly server: ReleaseSource | null;
  folder(path: string): ReleaseSource;
  zone(): string | null;
  isClockTrusted(): boolean;
  /** When the CMS was last reached, as an epoch; null: not since the player's start. */
  cmsReachedAt(): number | null;
  /** Whether bytes that are not wanted by a person may come in now. */
  mayFetch(): boolean;
  /** Free bytes below which the disk is full. */
  readonly floorBytes: number;
}

const lookEveryMs = 3600_000;
const firstLookMs = 120_000;
const firstRetryMs = 300_000;
const dayMs = 86_400_000;
/** A package grows to about three times its size, and the disk wants room for the next edition. */
const unpackedTimes = 4;
const cmsHourMs = 3600_000;
const historyMs = 600_000;

type Step = 'waiting' | 'looking' | 'fetching' | 'unpacking' | 'ending';

/** Looks for releases, brings them here, switches to them in their time, and judges the one that is on trial. */
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
  /** The last ten minutes in which a display was on, every five seconds. */
  readonly #history: ShowFacts[] = [];
  /** Since when no display has been on, by the steady clock. */
  #darkSince: number | null = null;
  #browser: number | null = null;
  /** Looks without success, in a row. */
  #failures = 0;
  #failingSince = 0;
  #lastLookAt: number | null = null;
  #lastError: UpdateStatus['lastError'] = null;
  readonly #stopping = new AbortController();
  #work: Promise<void> | null = null;
  #cancelLook: () => void = () => undefined;

  private constructor(needs: UpdatesNeeds, state: UpdateState) {
    this.#needs = needs;
    this.#state = state;
  }

  static async open(needs: UpdatesNeeds): Promise<Updates> {
    const updates = new Updates(needs, laidOver(await needs.root.state(), needs.over));
    await updates.#settleStart();
    return updates;
  }

  start(): void {
    this.#later(aroundMs(firstLookMs));
  }

  async stop(): Promise<void> {
    this.#stopping.abort(releaseError('update-busy', 'The player is ending.', { kind: 'temporary' }));
    this.#cancelLook();
    await this.#work?.catch(() => undefined);
  }

  /** A person asks: look, fetch and switch at once, whatever the window and the share. Resolves when it is fetched. */
  async now(source: ReleaseSource | null = this.#needs.server): Promise<UpdateStatus> {
    if (source === null)
      throw releaseError('update-off', 'No address of releases is configured (update.url).', {
        remedy: 'Set update.url, or give a folder with --from.',
      });
    if (this.#state.held)
      throw releaseError('update-held', 'Updates are held.', { remedy: 'vitrine update resume ends that.' });
    if (this.#isOnTrial || this.#state.doubt !== null)
      throw releaseError('update-on-trial', 'A release is on trial: wait until it is kept or taken back.');
    if (this.#step === 'ending')
      throw releaseError('update-busy', 'The player is going over to another release just now.');
    if (this.#work !== null)
      throw releaseError(
        'update-busy',
        'An update is on its way already: vitrine update status tells how far.',
      );
    await this.#exclusively(() => this.#bring(source, true));
    return this.status();
  }

  from(folder: string): Promise<UpdateStatus> {
    return this.now(this.#needs.folder(folder));
  }

  async hold(held: boolean): Promise<UpdateStatus> {
    await this.#keep({ ...this.#state, held });
    if (held) this.#next = null;
    else this.#later(0);
    return this.status();
  }

  /** Its fleet asks for that release, until it asks for another one or for none. What is on trial is judged all the same. */
  want(wanted: WantedRelease | null): UpdateStatus {
    this.#wanted = wanted;
    // What has been fetched stays for another time; what is being fetched is dropped when it is here.
    if (this.#next !== null && this.#next.wanted !== null && this.#step !== 'ending') this.#next = null;
    if (wanted !== null) {
      const work = this.#work ?? Promise.resolve();
      void work.catch(() => undefined).then(() => this.#later(0));
    }
    return this.status();
  }

  /** Called every five seconds. `end`: the player must end now, and what is started next is another release. */
  async see(facts: ShowFacts): Promise<'stay' | 'end'> {
    const { root, clock } = this.#needs;
    const { litMs } = facts;
    if (litMs > (this.#history.at(-1)?.litMs ?? 0)) {
      this.#history.push(facts);
      this.#darkSince = null;
    } else this.#darkSince ??= clock.monotonic();
    while ((this.#history[0]?.litMs ?? litMs) < litMs - historyMs) this.#history.shift();
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
      blocked,
      lastLookAt: this.#lastLookAt === null ? null : new Date(this.#lastLookAt).toISOString(),
      lastError: this.#lastError,
    };
  }

  /** As one sentence; null: what was kept is what runs. */
  get #lost(): string | null {
    const { lost } = this.#state;
    return (
      lost && `Release ${lost.version} does not start any more: the one before it runs since ${lost.at}.`
    );
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

  #sentence(state: UpdateStatus['state']): string {
    const version = this.#next?.release.version ?? '';
    switch (state) {
      case 'trying': {
        const left = this.#verdict?.is === 'trying' ? this.#verdict.left.length : 4;
        const { trial } = this.#state;
        return `${trial?.version} is being tried since ${trial?.since}: ${left} of 4 checks left.`;
      }
      case 'doubting':
        return `${this.#state.doubt?.version} lost the CMS; this release looks whether it is the network.`;
      case 'held':
        return 'Updates are held until vitrine update resume.';
      case 'off':
        return this.#lastError?.message ?? 'No address of releases is configured (update.url).';
      case 'looking':
        return 'Looking for a release.';
      case 'fetching':
        return `Fetching ${version}.`;
      case 'unpacking':
        return `Unpacking ${version}.`;
      case 'ready':
        return this.#next?.isAsked || this.#next?.wanted?.atOnce
          ? `${version} is here, and is started between two items.`
          : `${version} is here, and is started in its window.`;
      case 'ending':
        return 'Ending for another release.';
      default:
        return (
          this.#lastError?.message ??
          (this.#lastLookAt === null
            ? 'No look for a release yet.'
            : 'This is the newest release for this player.')
        );
    }
  }

  /** What the launcher has done since the state was written. */
  async #settleStart(): Promise<void> {
    const { root, player, log } = this.#needs;
    const { trial, current } = this.#state;
    await root
      .cameUp(player.running)
      .catch((error: unknown) => log.warn('That this release came up is not written down', { error }));
    if (player.running !== current && player.running !== trial?.release) {
      // This opens again when its thread has died: then the process may be one that was told to end.
      if (this.#isOver) this.#step = 'ending';
      else if (await this.#isGivenUp(current)) {
        await this.#keep(fellBack(this.#state, player.running, this.#at()));
        log.error(this.#lost ?? '', { running: player.version });
      } else log.warn('The launcher has not started what is current', { current, running: player.version });
    }
    if (trial !== null && trial.release !== player.running) {
      const starts = await root.starts(trial.release);
      const why = 'It ended by itself or hung before it could be kept.';
      log.error(`Release ${trial.version} was taken back`, { starts });
      await this.#keep(
        starts >= mostAttempts
          ? takenBack(this.#state, 'died', why, this.#at())
          : withdrawn(this.#state, this.#at()),
      );
    }
    if (trial?.release === player.running) log.info(`Release ${trial.version} is on trial`);
    await this.#tidy();
  }

  /** What runs was taken back, or has to wait until its doubt is settled. */
  get #isOver(): boolean {
    const { blocked, doubt } = this.#state;
    const { running } = this.#needs.player;
    return doubt?.release === running || blocked.some(({ release }) => release === running);
  }

  /** By the launcher. The factory's is never: where another one runs instead, the state could not be read. */
  async #isGivenUp(current: ReleaseId): Promise<boolean> {
    const { root, shelf } = this.#needs;
    if (current === factory || (await root.failures(current)) >= mostFailures) return true;
    // A folder that cannot be read just now is no release that is gone.
    return !(await shelf.has(current).catch(() => true));
  }

  async #tidy(): Promise<void> {
    const { root, shelf, player, log } = this.#needs;
    const { current, previous, trial, doubt } = this.#state;
    const all = [player.running, current, previous, trial?.release, doubt?.release];
    const needed = new Set(all.filter((each) => typeof each === 'string'));
    await root.tidy(needed);
    // What lies there too long does no harm, and nobody who judges a release may fail for it.
    await shelf.tidy(needed).catch((error: unknown) => log.warn('Old releases were not removed', { error }));
  }

  async #judge(facts: ShowFacts): Promise<'stay' | 'end'> {
    const { trial } = this.#state;
    if (trial === null) return 'stay';
    const verdict = judge(trial.before, { ...facts, hasCms: this.#needs.cmsReachedAt() !== null });
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
      log.error(`Release ${trial.version} is taken back: ${verdict.why}`, { code: verdict.code });
      return this.#end(takenBack(this.#state, verdict.code, verdict.why, this.#at()));
    }
    log.warn(
      `Release ${trial.version} does not reach the CMS: the one before is started to see whether it does`,
    );
    return this.#end(doubted(this.#state, this.#at()));
  }

  async #settleDoubt(facts: ShowFacts): Promise<'stay' | 'end'> {
    const hasCms = this.#needs.cmsReachedAt() !== null;
    if (hasCms) {
      await this.#keep(settled(this.#state, true, this.#at()));
      return 'stay';
    }
    return facts.upMs < gate.cmsMs ? 'stay' : this.#end(settled(this.#state, false, this.#at()), true);
  }

  async #maySwitch(facts: ShowFacts): Promise<'stay' | 'end'> {
    const next = this.#next;
    if (next === null || !next.isHere || this.#work !== null || this.#state.held) return 'stay';
    const last = this.#history.at(-1);
    // With nothing seen of this release there is nothing to judge the next one by.
    const isTime = next.wanted?.atOnce === true || this.#untilSwitch() <= 0;
    if (!next.isAsked && (last === undefined || !isTime)) return 'stay';
    const { clock, cmsReachedAt, log } = this.#needs;
    const { release } = next;
    const reached = cmsReachedAt();
    const cms = reached !== null && clock.now() - reached < cmsHourMs;
    const before = observed({ ...facts, plays: last?.plays ?? false }, this.#history[0] ?? facts, cms);
    log.info(`Release ${release.version} is started`, { before });
    const { sha256, version } = release;
    return this.#end(begun(this.#state, { release: sha256, version, since: this.#at(), before }), true);
  }

  async #end(state: UpdateState, isNewTrial = false): Promise<'end'> {
    await this.#keep(state, isNewTrial);
    this.#step = 'ending';
    return 'end';
  }

  async #keep(state: UpdateState, isNewTrial = false): Promise<void> {
    await this.#needs.root.keep(state, isNewTrial);
    this.#state = state;
  }

  /** In its window, or before that while its screens are off: then nobody sees it. */
  #untilSwitch(): number {
    const { window, clock, zone } = this.#needs;
    const { playerId } = this.#state;
    const inWindow = untilSwitchMs(window, playerId, clock.now(), zone());
    return this.#darkSince === null
      ? inWindow
      : Math.min(inWindow, untilSwitchInTheDarkMs(playerId, clock.monotonic() - this.#darkSince));
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
        this.#work === null && !this.#state.held && !this.#isOnTrial && this.#state.doubt === null;
      if (server === null || !isFree || this.#next?.isAsked) return;
      // It is kept as the last error.
      this.#exclusively(() => this.#bring(server, false)).catch(() => this.#later(this.#retryMs()));
    });
  }

  /** Soon after a first failure, and ever later up to the usual hour. */
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
      this.#failed(asVitrineError(thrown));
      throw thrown;
    }
  }

  #failed({ code, message, kind }: VitrineError): void {
    if (this.#stopping.signal.aborted) return;
    const now = this.#needs.clock.monotonic();
    if (this.#failures++ === 0) this.#failingSince = now;
    const isOld = now - this.#failingSince >= dayMs;
    const isLasting = isOld || (kind !== 'temporary' && code !== 'update-none');
    this.#lastError = { code, message, at: this.#at(), isLasting };
    this.#needs.log.state('update', code, 'warn', `No update: ${message}`, { code });
  }

  async #bring(source: ReleaseSource, isAsked: boolean): Promise<void> {
    const choice = await this.#look(source, isAsked);
    if (choice.is === 'back') return this.#goBack(choice.release, isAsked);
    const wanted = isAsked ? null : this.#wanted;
    if (choice.is === 'none') {
      this.#next = null;
      if (isAsked || wanted !== null) throw releaseError('update-none', choice.why);
      return;
    }
    const { release } = choice;
    if (!isAsked && isUnbegun(this.#state, release.sha256, this.#needs.clock.now())) {
      this.#next = null;
      throw releaseError(
        'update-not-begun',
        `${release.version} was started, and its trial could not begin.`,
        {
          remedy:
            'See whether the disk is full or read-only; vitrine update now tries again, and so does tomorrow.',
        },
      );
    }
    this.#next = { release, received: 0, isHere: false, isAsked, wanted };
    const isHere = await this.#needs.shelf.has(release.sha256);
    // It comes in with the hours for downloads, at one of the next looks.
    if (!isHere && !isAsked && !this.#needs.mayFetch()) return;
    if (!isHere) await this.#fetch(source, release);
    // Its fleet may have stopped its rollout meanwhile.
    if (!isAsked && wanted !== this.#wanted) return;
    this.#next = { release, received: release.bytes, isHere: true, isAsked, wanted };
    this.#needs.log.info(`Release ${release.version} is here`);
  }

  async #look(source: ReleaseSource, isAsked: boolean): Promise<Choice> {
    const { root, clock } = this.#needs;
    this.#step = 'looking';
    // With a clock that shows the past everything that was ever signed would still be good.
    if (!this.#needs.isClockTrusted())
      throw releaseError('update-clock', 'The clock of this machine is not trusted: no release is.', {
        kind: 'temporary',
      });
    const { metadata, origin } = await root.metadata();
    const floors = this.#state.origin === origin ? this.#state.floors : noFloors;
    const trusted = await lookAtMetadata(metadata, floors, source.read);
    await root.keepMetadata({ origin, metadata: trusted.metadata });
    await this.#keep({ ...this.#state, origin, floors: trusted.floors });
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
    const wanted = release.bytes * unpackedTimes;
    if (freeBytes - floorBytes < wanted)
      throw releaseError(
        'update-no-space',
        `A release of ${release.bytes} bytes does not fit on this disk.`,
        {
          kind: 'temporary',
        },
      );
    this.#step = 'fetching';
    await root.keepPart(release.sha256);
    const fetched = await source.fetch(release, signal, (received) => {
      if (this.#next !== null) this.#next.received = received;
    });
    this.#step = 'unpacking';
    try {
      await shelf.take(release, fetched.path, source, signal);
    } finally {
      await fetched.discard();
    }
  }

  /** In its window like any other switch; what is gone back to was kept before, and needs no trial. */
  async #goBack(release: Release, isAsked: boolean): Promise<void> {
    const { player, log } = this.#needs;
    if (player.running === factory || (!isAsked && this.#untilSwitch() > 0)) return;
    log.error(`Release ${release.version} is recalled by its publisher`);
    await this.#end(recalled(this.#state, release.version, this.#at()));
  }
}
