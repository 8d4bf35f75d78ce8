import { message } from '../../shared/languages/message.ts';
import { asVitrineError } from '../ground/errors.ts';
import { Serial } from '../ground/serial.ts';
import { releaseError } from '../release/failure.ts';
import type { Release } from '../release/release.ts';
import { Checks } from './checks.ts';
import { choose } from './choice.ts';
import { Fetching } from './fetching.ts';
import { KeptState } from './kept-state.ts';
import { look } from './looking.ts';
import type { ReleaseSource } from './source.ts';
import { lostIn, settleStart } from './starting.ts';
import { begun, factory, isUnbegun, recalled, type Waiting } from './state.ts';
import { statusOf } from './status-of.ts';
import { Switching } from './switching.ts';
import type { ShowFacts } from './trial.ts';
import { Trying } from './trying.ts';
import type { UpdateStatus, WantedRelease } from './update-status.ts';
import { isoOf, type Next, type Step, type UpdatesNeeds } from './updates-needs.ts';

/**
 * The way of a release through this player: looked for, fetched, switched to in its time, tried, and kept or taken back. `see` is the
 * one port to the show, which reports its facts and is notified when the player ends for another release.
 */
export class Updates {
  readonly #needs: UpdatesNeeds;
  readonly #kept: KeptState;
  readonly #checks: Checks;
  readonly #fetching: Fetching;
  readonly #switching: Switching;
  readonly #trying: Trying;
  readonly #tidying = new Serial();
  #step: Step = 'waiting';
  #next: Next | null = null;
  #wanted: WantedRelease | null = null;
  #browser: number | null = null;
  #lastLookAt: number | null = null;

  private constructor(needs: UpdatesNeeds, kept: KeptState) {
    const { clock, log } = needs;
    this.#needs = needs;
    this.#kept = kept;
    this.#checks = new Checks({ clock, log, check: () => this.#check() });
    this.#fetching = new Fetching({
      ...needs,
      signal: this.#checks.signal,
      tidy: () => this.#tidy(),
      onReceived: (received) => {
        if (this.#next !== null) this.#next = { ...this.#next, received };
      },
      onStep: (step) => {
        this.#step = step;
      },
    });
    this.#switching = new Switching(needs, kept);
    this.#trying = new Trying(needs, kept);
  }

  static async open(needs: UpdatesNeeds): Promise<Updates> {
    const kept = new KeptState(needs.root, needs.log, await needs.root.state());
    const updates = new Updates(needs, kept);
    if (await settleStart(needs, kept)) updates.#step = 'ending';
    else await updates.#switching.begin();
    // The show must not wait for it: a card may stall, and root's installer may be silent.
    void updates.#tidy();
    return updates;
  }

  start(): void {
    this.#checks.start();
  }

  stop(): Promise<void> {
    return this.#checks.stop();
  }

  /** Resolves when what is no longer needed is gone. */
  tidied(): Promise<void> {
    return this.#tidying.idle();
  }

  /** A person's request: checks, downloads and switches at once, whatever window and share. Resolves when it is downloaded. */
  async now(source: ReleaseSource | null = this.#needs.server): Promise<UpdateStatus> {
    if (source === null) throw releaseError(message('update-off.no-address'));
    const { held, doubt } = this.#kept.value;
    if (held) throw releaseError(message('update-held'));
    if (this.#trying.isOn || doubt !== null) throw releaseError(message('update-on-trial'));
    if (this.#step === 'ending') throw releaseError(message('update-busy.switching'));
    if (this.#checks.isRunning) throw releaseError(message('update-busy.running'));
    await this.#checks.run(() => this.#bring(source, true));
    return this.status();
  }

  from(folder: string): Promise<UpdateStatus> {
    return this.now(this.#needs.folder(folder));
  }

  async hold(held: boolean): Promise<UpdateStatus> {
    await this.#kept.change((state) => ({ ...state, held, ...(held ? { waiting: null } : {}) }));
    if (held) this.#next = null;
    else this.#checks.soon();
    return this.status();
  }

  /** The fleet's request holds until it requests another release or none. A trial continues regardless. */
  want(wanted: WantedRelease | null): UpdateStatus {
    this.#wanted = wanted;
    // A finished download stays for later; a running one is dropped when it is complete.
    if (this.#next !== null && this.#next.wanted !== null && this.#step !== 'ending') this.#next = null;
    if (wanted !== null) this.#checks.soon();
    return this.status();
  }

  /** Called every five seconds. `end`: the player must end now, and another release starts next. */
  async see(facts: ShowFacts): Promise<'stay' | 'end'> {
    this.#switching.see(facts);
    this.#browser = facts.browser;
    if (this.#step === 'ending') return 'end';
    const answer = await this.#answer(facts);
    if (answer === 'end') this.#step = 'ending';
    if (answer === 'kept') void this.#tidy();
    return answer === 'end' ? 'end' : 'stay';
  }

  async #answer(facts: ShowFacts): Promise<'stay' | 'kept' | 'end'> {
    const { root, log, start } = this.#needs;
    if (this.#trying.isOn) {
      // A disk without this sign of life must not keep the release from being judged.
      await root.alive().catch((error: unknown) => log.debug('Cannot leave a sign of life', { error }));
      return this.#trying.judge(facts, this.#switching.revives(facts));
    }
    if (this.#kept.value.doubt !== null) return this.#trying.settleDoubt(facts);
    await this.#switching.reportWaiting(facts);
    const isReady = this.#next?.isHere === true && !this.#checks.isRunning;
    const next = this.#switching.now(facts, isReady ? this.#next : null);
    if (next === null) return 'stay';
    await this.#kept.change((state) => (state.held ? state : begun(state, next, start)), true);
    return this.#kept.value.trial === null ? 'stay' : 'end';
  }

  status(): UpdateStatus {
    const { player, server, clock } = this.#needs;
    return statusOf({
      kept: this.#kept.value,
      running: player.running,
      step: this.#step,
      next: this.#next,
      wanted: this.#wanted,
      left: this.#trying.left,
      lost: lostIn(this.#kept),
      hasServer: server !== null,
      lastLookAt: this.#lastLookAt,
      lastError: this.#checks.lastError,
      now: clock.now(),
      untilSwitchMs: this.#switching.untilMs(),
    });
  }

  #tidy(): Promise<void> {
    const { root, shelf, player, log } = this.#needs;
    return this.#tidying.run(async () => {
      const { current, previous, trial, doubt, waiting } = this.#kept.value;
      const all = [player.running, current, previous, trial?.release, doubt?.release, waiting?.release];
      const needed = new Set(all.filter((each) => typeof each === 'string'));
      // Leftovers do no harm, and must not break the judgement of a release.
      for (const each of [root, shelf])
        await each.tidy(needed).catch((error: unknown) => log.warn('Cannot remove old releases', { error }));
    });
  }

  #check() {
    const { server } = this.#needs;
    const { held, doubt } = this.#kept.value;
    const isFree = this.#step !== 'ending' && !held && !this.#trying.isOn && doubt === null;
    return server === null || !isFree || this.#next?.isRequested ? null : () => this.#bring(server, false);
  }

  async #bring(source: ReleaseSource, isRequested: boolean): Promise<void> {
    try {
      await this.#follow(source, isRequested);
    } catch (thrown) {
      // A failed download is forgotten; otherwise the player would look for nothing else.
      if (!this.#next?.isHere) this.#next = null;
      throw thrown;
    } finally {
      if (this.#step !== 'ending') this.#step = 'waiting';
    }
  }

  async #follow(source: ReleaseSource, isRequested: boolean): Promise<void> {
    const { clock, player, log } = this.#needs;
    this.#step = 'looking';
    const releases = await look(this.#needs, this.#kept, source);
    this.#lastLookAt = clock.now();
    const wanted = isRequested ? null : this.#wanted;
    const here = { ...player, browser: this.#browser };
    const choice = choose(releases, this.#kept.value, here, isRequested, wanted?.version ?? null);
    if (choice.is === 'back') return this.#goBack(choice.release, isRequested);
    if (choice.is === 'none') {
      this.#next = null;
      await this.#await(null);
      if (isRequested || wanted !== null) throw releaseError(choice.why);
      return;
    }
    const { release } = choice;
    const { sha256, version } = release;
    if (this.#kept.value.waiting?.release !== sha256) await this.#await(null);
    if (!isRequested && isUnbegun(this.#kept.value, sha256, clock.now())) {
      this.#next = null;
      throw releaseError(message('update-not-begun', { version }));
    }
    const next = { release, received: 0, isHere: false, isRequested, wanted };
    this.#next = next;
    // What is being removed is not here.
    await this.#tidying.idle();
    if (!(await this.#brought(source, release, isRequested))) return;
    // The fleet may have stopped its rollout, and a person may have stopped updates.
    if (this.#kept.value.held || (!isRequested && wanted !== this.#wanted)) return;
    this.#next = { ...next, received: release.bytes, isHere: true };
    log.info(`Release ${version} is downloaded`);
    if (isRequested) return;
    const switchAt = clock.now() + this.#switching.untilMs();
    const { waiting } = this.#kept.value;
    await this.#await(
      waiting ?? { release: sha256, version, switchAt, isOwn: wanted === null, before: null },
    );
  }

  async #brought(source: ReleaseSource, release: Release, isRequested: boolean): Promise<boolean> {
    try {
      return await this.#fetching.bring(source, release, isRequested);
    } catch (thrown) {
      const { code, kind } = asVitrineError(thrown);
      if (code === 'update-not-runnable' && kind === 'permanent') {
        await this.#await(null);
        await this.#tidy();
      }
      throw thrown;
    }
  }

  async #await(waiting: Waiting | null): Promise<void> {
    await this.#kept.change((state) =>
      JSON.stringify(waiting) === JSON.stringify(state.waiting) ? state : { ...state, waiting },
    );
  }

  /** In the window like any other switch; the older release was kept before, and needs no trial. */
  async #goBack(release: Release, isRequested: boolean): Promise<void> {
    const { player, log, clock } = this.#needs;
    if (player.running === factory || (!isRequested && this.#switching.untilMs() > 0)) return;
    log.error(`Release ${release.version} is recalled by its publisher`);
    await this.#kept.change((state) => recalled(state, release.version, isoOf(clock.now())));
    this.#step = 'ending';
  }
}
