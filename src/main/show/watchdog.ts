import type { Clock } from '../ground/clock.ts';
import { type Backoff, doubledMs } from '../ground/retry.ts';
import { Slowness } from '../ground/slowness.ts';

export interface WatchdogNeeds {
  readonly clock: Clock;
  /** Revives the renderer; resolves when its document has been requested. */
  readonly revive: (reason: string) => Promise<void>;
  /** Left out: the machine is as fast as usual. */
  readonly slowness?: Slowness;
}

/** How a screen is seen, and since when by the steady clock. */
export interface Sight {
  /** `off`: no window. `starting` and `reviving`: nothing is painted yet. */
  readonly state: 'off' | 'starting' | 'painting' | 'reviving';
  readonly since: number;
  /** Why it is being revived. */
  readonly why: string | null;
}

/** A loaded stage reports `ready` within this time. */
const readyMs = 10_000;
/** The longest time without a painted frame. */
const frameMs = 5_000;
/** The same for a stage that shows nothing and sleeps: its heartbeat comes every eight seconds. */
const sleepingFrameMs = 13_000;
/** The longest revival: more than all limits of a host together. */
const reviveMs = 45_000;
/** A stage that has painted for so long counts as well again. */
const stableMs = 60_000;
const backoff: Backoff = { firstMs: 500, mostMs: 60_000 };
/** A timer this late means that this process was stopped, and the stage's reports are still on their way. */
const lateMs = 1_000;

/**
 * Decides when a screen's renderer is revived: the first time at once, then with growing delays while it keeps failing.
 * Only painted frames count: a stage that sends messages but paints nothing is dead.
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
  /** When the last frame came, and how long the next one may usually take. */
  #awaited = { since: 0, usualMs: frameMs };
  #gaps = new FrameGaps(0);
  #isStable = false;
  /** Reported with its last frame. */
  #sleeps = false;
  /** Why it died again during its revival. */
  #goneAgain: string | null = null;
  /** A fast stage is ready before `revive` resolves. */
  #readyAlready = false;

  constructor(needs: WatchdogNeeds) {
    this.#clock = needs.clock;
    this.#revive = needs.revive;
    this.#slowness = needs.slowness ?? new Slowness();
    this.#sight = { state: 'off', since: needs.clock.monotonic(), why: null };
  }

  /** Judged by painted frames: a stage that has loaded but painted nothing is not seen. */
  get sight(): Sight {
    return this.#sight;
  }

  get alive(): boolean {
    return this.#state === 'painting';
  }

  get restarts(): number {
    return this.#restarts;
  }

  /** The app's document has been requested. */
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

  /** It has something to show now: a stage that slept must paint as soon as any other. */
  wakes(): void {
    if (this.#state !== 'painting' || !this.#sleeps) return;
    this.#sleeps = false;
    this.#expectFrame(frameMs);
  }

  /** The renderer or its browser is known to be dead or hung. */
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

  /** `isLate`: it only took too long. On a slow machine it may just need more time. */
  #fail(reason: string, isLate = false): void {
    this.#cancel();
    this.#state = 'waiting';
    this.#see('reviving', reason);
    if (this.#failures > 0 && isLate) this.#slowness.late();
    const delay = this.#failures === 0 ? 0 : doubledMs(this.#failures - 1, backoff);
    this.#failures++;
    if (delay === 0) this.#startRevival(reason);
    else this.#cancel = this.#clock.after(delay, () => this.#startRevival(reason));
  }

  #startRevival(reason: string): void {
    this.#state = 'reviving';
    this.#goneAgain = null;
    this.#readyAlready = false;
    const restart = ++this.#restarts;
    const isOver = (): boolean => restart !== this.#restarts;
    this.#cancel = this.#clock.after(this.#slowness.of(reviveMs), () => this.#revived('not-revived', true));
    this.#revive(reason).then(
      () => (isOver() ? undefined : this.#revived(this.#goneAgain)),
      () => (isOver() ? undefined : this.#revived('not-revived')),
    );
  }

  #see(state: Sight['state'], why: string | null): void {
    const since = this.#sight.state === state ? this.#sight.since : this.#clock.monotonic();
    this.#sight = { state, since, why };
  }

  #revived(failure: string | null, isLate = false): void {
    if (this.#state !== 'reviving') return;
    if (failure !== null) {
      this.#fail(failure, isLate);
      return;
    }
    this.loading();
    if (this.#readyAlready) this.ready();
  }
}

/** Most playlists complete a pass in this time, so that their slowest item has been painted. */
const windowMs = 10 * 60_000;

/** The longest gap between painted frames of the last ten to twenty minutes, as a fraction of the usual limit. */
class FrameGaps {
  #since: number;
  #longest = 0;
  /** The longest of the window before; null: the stage is too fresh to be judged by its gaps. */
  #before: number | null = null;

  constructor(now: number) {
    this.#since = now;
  }

  add(gap: number, now: number): void {
    if (now - this.#since >= windowMs) {
      this.#before = this.#longest;
      this.#longest = 0;
      this.#since = now;
    }
    this.#longest = Math.max(this.#longest, gap);
  }

  get longest(): number | null {
    return this.#before === null ? null : Math.max(this.#before, this.#longest);
  }
}
