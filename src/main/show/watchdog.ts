import type { Clock } from '../ground/clock.ts';
import { type Backoff, doubledMs } from '../ground/retry.ts';
import { Slowness } from '../ground/slowness.ts';
import { FrameGaps } from './frame-gaps.ts';

export interface WatchdogNeeds {
  readonly clock: Clock;
  /** Brings the renderer back; resolves when its document has been asked for. */
  readonly revive: (reason: string) => Promise<void>;
  /** Left out: this machine is as quick as usual. */
  readonly slowness?: Slowness;
}

/** How a screen has been seen, and since when by the steady clock. */
export interface Sight {
  /** `off`: it has no window. `starting` and `reviving`: nothing is painted yet. */
  readonly state: 'off' | 'starting' | 'painting' | 'reviving';
  readonly since: number;
  /** What it is brought back from. */
  readonly why: string | null;
}

/** A loaded stage says `ready` within this time. */
const readyMs = 10_000;
/** The longest time without a painted frame. */
const frameMs = 5_000;
/** The same for one that has nothing on it and sleeps: its heart beats every eight seconds. */
const sleepingFrameMs = 13_000;
/** The longest time that bringing it back may take: more than all of a host's own limits together. */
const reviveMs = 45_000;
/** A stage that has painted for so long is well again. */
const stableMs = 60_000;
const backoff: Backoff = { firstMs: 500, mostMs: 60_000 };
/** A timer this late means that we were stopped ourselves, and the stage's news are still on their way. */
const lateMs = 1_000;

/**
 * Decides when a screen's renderer is brought back, and how soon: the first time at once, then ever later while it
 * keeps failing. It judges by painted frames alone: a stage that talks but paints nothing is as good as dead.
 */
export class Watchdog {
  readonly #clock: Clock;
  readonly #revive: (reason: string) => Promise<void>;
  readonly #slowness: Slowness;
  #state: 'off' | 'loading' | 'painting' | 'waiting' | 'reviving' = 'off';
  #cancel: () => void = () => undefined;
  /** In a row, without a stable time between. */
  #failures = 0;
  #restarts = 0;
  #sight: Sight;
  #loadedAt = 0;
  #readyAt = 0;
  /** When it was heard from last, and how long its next frame may usually take. */
  #awaited = { since: 0, usualMs: frameMs };
  #gaps = new FrameGaps(0);
  #isStable = false;
  /** So it said with its last frame. */
  #sleeps = false;
  /** Why it died again while it was being brought back. */
  #goneAgain: string | null = null;
  /** A fast stage is ready before we hear that it was asked for. */
  #readyAlready = false;

  constructor(needs: WatchdogNeeds) {
    this.#clock = needs.clock;
    this.#revive = needs.revive;
    this.#slowness = needs.slowness ?? new Slowness();
    this.#sight = { state: 'off', since: needs.clock.monotonic(), why: null };
  }

  /** By what is painted: a stage that is loaded but has painted nothing yet is not seen. */
  get sight(): Sight {
    return this.#sight;
  }

  get alive(): boolean {
    return this.#state === 'painting';
  }

  /** How often the renderer was brought back. */
  get restarts(): number {
    return this.#restarts;
  }

  /** The app's document has been asked for. */
  loading(): void {
    this.#state = 'loading';
    this.#loadedAt = this.#clock.monotonic();
    if (this.#sight.state === 'off') this.#see('starting', null);
    this.#expect(readyMs, 'not-ready');
  }

  ready(): void {
    if (this.#state === 'reviving') this.#readyAlready = true;
    if (this.#state !== 'loading' && this.#state !== 'painting') return;
    this.#state = 'painting';
    this.#readyAt = this.#clock.monotonic();
    this.#isStable = false;
    this.#gaps = new FrameGaps(this.#readyAt);
    this.#expectFrame(frameMs);
  }

  painted(sleeps = false): void {
    if (this.#state !== 'painting') return;
    const now = this.#clock.monotonic();
    if (this.#sight.state !== 'painting') this.#slowness.came('stage', now - this.#loadedAt, readyMs);
    this.#see('painting', null);
    this.#gaps.add((now - this.#awaited.since) / this.#awaited.usualMs, now);
    if (now - this.#readyAt >= stableMs && !this.#isStable) {
      this.#isStable = true;
      this.#failures = 0;
      this.#slowness.settle();
    }
    this.#sleeps = sleeps;
    this.#expectFrame(sleeps ? sleepingFrameMs : frameMs);
  }

  /** It has something to show from now on: a stage that slept has to paint as soon as any other. */
  wakes(): void {
    if (this.#state !== 'painting' || !this.#sleeps) return;
    this.#sleeps = false;
    this.#expectFrame(frameMs);
  }

  /** The renderer, or the browser below it, is known to be dead or hung. */
  gone(reason: string): void {
    if (this.#state === 'off' || this.#state === 'waiting') return;
    if (this.#state === 'reviving') this.#goneAgain = reason;
    else this.#fail(reason);
  }

  stop(): void {
    this.#state = 'off';
    this.#see('off', null);
    this.#cancel();
  }

  #expectFrame(usualMs: number): void {
    this.#awaited = { since: this.#clock.monotonic(), usualMs };
    this.#expect(usualMs, 'no-frames', this.#gaps.longest);
  }

  #expect(usualMs: number, reason: string, longest: number | null = null): void {
    this.#cancel();
    const ms = this.#slowness.of(usualMs, longest);
    const due = this.#clock.monotonic() + ms;
    this.#cancel = this.#clock.after(ms, () => {
      if (this.#clock.monotonic() - due > lateMs) this.#expect(usualMs, reason, longest);
      else this.#fail(reason, true);
    });
  }

  /** `isLate`: nothing is known but that it took too long. On a slow machine it only needs more time. */
  #fail(reason: string, isLate = false): void {
    this.#cancel();
    this.#state = 'waiting';
    this.#see('reviving', reason);
    if (this.#failures > 0 && isLate) this.#slowness.late();
    const delay = this.#failures === 0 ? 0 : doubledMs(this.#failures - 1, backoff);
    this.#failures++;
    if (delay === 0) this.#bringBack(reason);
    else this.#cancel = this.#clock.after(delay, () => this.#bringBack(reason));
  }

  #bringBack(reason: string): void {
    this.#state = 'reviving';
    this.#goneAgain = null;
    this.#readyAlready = false;
    const restart = ++this.#restarts;
    const isOver = (): boolean => restart !== this.#restarts;
    this.#cancel = this.#clock.after(this.#slowness.of(reviveMs), () =>
      this.#broughtBack('not-revived', true),
    );
    this.#revive(reason).then(
      () => (isOver() ? undefined : this.#broughtBack(this.#goneAgain)),
      () => (isOver() ? undefined : this.#broughtBack('not-revived')),
    );
  }

  #see(state: Sight['state'], why: string | null): void {
    const since = this.#sight.state === state ? this.#sight.since : this.#clock.monotonic();
    this.#sight = { state, since, why };
  }

  #broughtBack(failure: string | null, isLate = false): void {
    if (this.#state !== 'reviving') return;
    if (failure !== null) {
      this.#fail(failure, isLate);
      return;
    }
    this.loading();
    if (this.#readyAlready) this.ready();
  }
}
