import { inEnglish } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { Leaps } from '../ground/leaps.ts';
import type { Log } from '../ground/log.ts';
import type { HealthChange } from '../store/health-log.ts';
import type { HealthFacts, ScreenFacts, Vitals } from './facts.ts';
import { type Health, judge } from './health.ts';

export interface HealthWatchNeeds {
  readonly clock: Clock;
  readonly log: Log;
  screens(): readonly ScreenFacts[];
  /** Rejects, or stays pending, while the engine is down. */
  vitals(): Promise<Vitals>;
  /** The engine is being replaced on purpose. Left out: it never is. */
  isReopening?(): boolean;
  around(): Pick<
    HealthFacts,
    | 'browser'
    | 'starts'
    | 'safe'
    | 'changed'
    | 'slowness'
    | 'displayFailure'
    | 'offByHand'
    | 'sensors'
    | 'setupFile'
    | 'stuckTouch'
    | 'pageLogins'
    | 'link'
  >;
  /** The verdict or its reasons changed; or the clock, and what holds began anew under the present one. */
  readonly onChange: (change: HealthChange) => void;
  /** Called every one or two seconds. */
  readonly onLook?: ((health: Health) => void) | undefined;
  /** The wall clock was set, or the machine slept: called within 2 s. */
  readonly onLeap?: (() => void) | undefined;
}

const everyMs = 1_000;
/** How often the engine is queried. */
const askMs = 5_000;
/** The same two while all is well: each check wakes the processor, day and night. */
const calmMs = { every: 2_000, ask: 10_000 };
/** How long the network may take after a start. */
const networkMs = 600_000;
/** Reports leave out shorter times without a player. */
const leastLeapMs = 60_000;
/** How long a stall of the loop is reported. */
const lagShownMs = 10_000;

/** Checks health every one or two seconds and reports changes. */
export class HealthWatch {
  readonly #needs: HealthWatchNeeds;
  readonly #startedAt: number;
  readonly #leaps: Leaps;
  #vitals: Vitals | null = null;
  #requestedAt: number;
  /** When the oldest unanswered query began, by the monotonic clock. */
  #owesSince: number | null = null;
  #isAsking = false;
  /** The engine has answered since it was opened, or opened again. */
  #isOpen = false;
  #lag = { ms: 0, at: Number.NEGATIVE_INFINITY };
  /** When requests to the CMS began to fail, by the monotonic clock. */
  #cmsSilentSince: number | null = null;
  /** Since when the first answer of the CMS is awaited, by the monotonic clock. */
  #cmsAwaitedSince: number | null = null;
  #announced: { readonly key: string; readonly verdict: Health['verdict']; readonly since: number } | null =
    null;
  #cancel: () => void;

  constructor(needs: HealthWatchNeeds) {
    this.#needs = needs;
    this.#startedAt = needs.clock.monotonic();
    this.#requestedAt = this.#startedAt;
    this.#leaps = new Leaps(needs.clock);
    this.#ask();
    this.#cancel = () => undefined;
    this.#later();
  }

  health(): Health {
    const { clock } = this.#needs;
    const judged = judge(this.#facts());
    const since = this.#announced?.verdict === judged.verdict ? this.#announced.since : clock.monotonic();
    const at = clock.now() - (clock.monotonic() - since);
    return { ...judged, since: new Date(at).toISOString() };
  }

  get vitals(): Vitals | null {
    return this.#vitals;
  }

  stop(): void {
    this.#cancel();
  }

  #later(): void {
    const { clock, log } = this.#needs;
    const afterMs = this.#isCalm ? calmMs.every : everyMs;
    const due = clock.monotonic() + afterMs;
    this.#cancel = clock.after(afterMs, () => {
      this.#late(clock.monotonic() - due);
      try {
        this.#look();
        log.state('look', 'works', 'debug', 'Health is checked');
      } catch (error) {
        // The hours of displays, the ladder and health itself depend on the next check.
        log.state('look', 'failed', 'error', 'A health check failed', { error });
      }
      this.#later();
    });
  }

  #late(ms: number): void {
    const now = this.#needs.clock.monotonic();
    if (ms >= this.#lag.ms || now - this.#lag.at > lagShownMs) this.#lag = { ms, at: now };
  }

  #look(): void {
    const { clock, onChange, onLeap, onLook, log } = this.#needs;
    const leap = this.#leaps.since();
    if (leap !== null) onLeap?.();
    if (this.#needs.isReopening?.()) this.#isOpen = false;
    const calmAskMs = this.#isCalm ? calmMs.ask : askMs;
    const afterMs = this.#isOpen ? calmAskMs : everyMs;
    if (!this.#isAsking && clock.monotonic() - this.#requestedAt >= afterMs) this.#ask();
    const health = this.health();
    const { verdict, sentence } = health;
    const reasons = health.reasons.map(({ code }) => code);
    const key = health.reasons.map(({ code, screenId }) => `${code} ${screenId}`).join();
    const before = this.#announced;
    const isOther = before?.key !== key || before.verdict !== verdict;
    if (isOther) {
      const since = before?.verdict === verdict ? before.since : clock.monotonic();
      this.#announced = { key, verdict, since };
      log.info(`Health is ${verdict}: ${inEnglish(sentence)}`, { reasons });
    }
    const leapMs = leap !== null && Math.abs(leap.ms) >= leastLeapMs ? leap.ms : 0;
    const at = clock.now();
    if (isOther || leapMs !== 0)
      onChange({ at, verdict, sentence, reasons, ...(leapMs > 0 ? { before: at - leapMs } : {}) });
    onLook?.(health);
  }

  get #isCalm(): boolean {
    return this.#announced?.verdict === 'well';
  }

  #ask(): void {
    const { clock, vitals } = this.#needs;
    this.#isAsking = true;
    this.#requestedAt = clock.monotonic();
    this.#owesSince ??= this.#requestedAt;
    vitals().then(
      (answer) => {
        this.#isAsking = false;
        this.#owesSince = null;
        this.#vitals = answer;
        this.#isOpen = true;
        this.#cmsSilentSince = answer.cms.error === null ? null : (this.#cmsSilentSince ?? clock.monotonic());
        this.#cmsAwaitedSince = answer.awaitsCms ? (this.#cmsAwaitedSince ?? clock.monotonic()) : null;
      },
      () => {
        // The engine is starting: it still owes an answer, and the next query asks again.
        this.#isAsking = false;
      },
    );
  }

  /** A player that runs for an hour at a time counts from the last answer, once the network has had time to come up. */
  #cmsSilentMs(): number | null {
    if (this.#cmsSilentSince === null) return null;
    const { clock } = this.#needs;
    const failedMs = clock.monotonic() - this.#cmsSilentSince;
    const reachedAt = Date.parse(this.#vitals?.cms.lastReachedAt ?? '');
    if (failedMs < networkMs || Number.isNaN(reachedAt)) return failedMs;
    return Math.max(failedMs, clock.now() - reachedAt);
  }

  #facts(): HealthFacts {
    const { clock, screens, around } = this.#needs;
    const now = clock.monotonic();
    return {
      now: clock.now(),
      upMs: now - this.#startedAt,
      screens: screens(),
      engine: { isOpen: this.#isOpen, silentMs: now - (this.#owesSince ?? now) },
      lagMs: now - this.#lag.at > lagShownMs ? 0 : this.#lag.ms,
      vitals: this.#vitals,
      cmsSilentMs: this.#cmsSilentMs(),
      cmsAwaitedMs: this.#cmsAwaitedSince === null ? null : now - this.#cmsAwaitedSince,
      ...around(),
    };
  }
}
