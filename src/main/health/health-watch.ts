import { inEnglish } from '../../shared/languages/message.ts';
import type { Clock } from '../clock.ts';
import { Leaps } from '../leaps.ts';
import type { Log } from '../log.ts';
import type { HealthChange } from '../store/health-log.ts';
import type { HealthFacts, ScreenFacts, Vitals } from './facts.ts';
import { type Health, judge } from './health.ts';

export interface HealthWatchNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** How every screen is wanted and seen now. */
  screens(): readonly ScreenFacts[];
  /** Fails, or does not answer, while the engine is away. */
  vitals(): Promise<Vitals>;
  /** What only the wiring knows. */
  around(): Pick<
    HealthFacts,
    'browser' | 'starts' | 'safe' | 'changed' | 'slowness' | 'displayFailure' | 'link'
  >;
  /** Another verdict, or other reasons for it. */
  onChange(change: HealthChange): void;
  /** Every second or two, with what is so now. */
  onLook?(health: Health): void;
  /** The wall clock was set, or the machine has slept: told with the next look, so within 2 s. */
  onLeap?(): void;
}

const everyMs = 1_000;
/** How often the engine is asked. */
const askMs = 5_000;
/** The same two while all is well: each look wakes the processor, day and night. */
const calmMs = { every: 2_000, ask: 10_000 };
/** A loop that stood still is told for so long. */
const lagShownMs = 10_000;

/** Looks every second or two how the player is, remembers since when, and says when that changes. */
export class HealthWatch {
  readonly #needs: HealthWatchNeeds;
  readonly #startedAt: number;
  readonly #leaps: Leaps;
  #vitals: Vitals | null = null;
  #askedAt: number;
  /** A question that it has not answered, or could not take. By the steady clock. */
  #owesSince: number | null = null;
  #isAsked = false;
  #lag = { ms: 0, at: Number.NEGATIVE_INFINITY };
  /** Since when the CMS does not answer, by the steady clock. */
  #cmsSilentSince: number | null = null;
  #told: { readonly key: string; readonly verdict: Health['verdict']; readonly since: number } | null = null;
  #cancel: () => void;

  constructor(needs: HealthWatchNeeds) {
    this.#needs = needs;
    this.#startedAt = needs.clock.monotonic();
    this.#askedAt = this.#startedAt;
    this.#leaps = new Leaps(needs.clock);
    this.#ask();
    this.#cancel = () => undefined;
    this.#later();
  }

  /** As it is at this moment. */
  health(): Health {
    const { clock } = this.#needs;
    const judged = judge(this.#facts());
    const since = this.#told?.verdict === judged.verdict ? this.#told.since : clock.monotonic();
    const at = clock.now() - (clock.monotonic() - since);
    return { ...judged, since: new Date(at).toISOString() };
  }

  /** The last ones known. */
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
      } catch (error) {
        // Nobody else looks: hours of displays, the ladder and health itself hang on the next one.
        log.state('look', 'failed', 'error', 'A look at how the player is has failed', { error });
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
    if (this.#leaps.since() !== null) onLeap?.();
    const calmAskMs = this.#isCalm ? calmMs.ask : askMs;
    const afterMs = this.#vitals === null ? everyMs : calmAskMs;
    if (!this.#isAsked && clock.monotonic() - this.#askedAt >= afterMs) this.#ask();
    const health = this.health();
    const { verdict, sentence } = health;
    const reasons = health.reasons.map(({ code }) => code);
    const key = health.reasons.map(({ code, screenId }) => `${code} ${screenId}`).join();
    const before = this.#told;
    if (before?.key !== key || before.verdict !== verdict) {
      const since = before?.verdict === verdict ? before.since : clock.monotonic();
      this.#told = { key, verdict, since };
      log.info(`Health is ${verdict}: ${inEnglish(sentence)}`, { reasons });
      onChange({ at: clock.now(), verdict, sentence, reasons });
    }
    onLook?.(health);
  }

  get #isCalm(): boolean {
    return this.#told?.verdict === 'well';
  }

  #ask(): void {
    const { clock, vitals } = this.#needs;
    this.#isAsked = true;
    this.#askedAt = clock.monotonic();
    this.#owesSince ??= this.#askedAt;
    vitals().then(
      (answer) => {
        this.#isAsked = false;
        this.#owesSince = null;
        this.#vitals = answer;
        this.#cmsSilentSince = answer.cms.error === null ? null : (this.#cmsSilentSince ?? clock.monotonic());
      },
      () => {
        // It is being opened or started again: it goes on owing an answer, and is asked again.
        this.#isAsked = false;
      },
    );
  }

  #facts(): HealthFacts {
    const { clock, screens, around } = this.#needs;
    const now = clock.monotonic();
    return {
      now: clock.now(),
      upMs: now - this.#startedAt,
      screens: screens(),
      engine: { isOpen: this.#vitals !== null, silentMs: now - (this.#owesSince ?? now) },
      lagMs: now - this.#lag.at > lagShownMs ? 0 : this.#lag.ms,
      vitals: this.#vitals,
      cmsSilentMs: this.#cmsSilentSince === null ? null : now - this.#cmsSilentSince,
      ...around(),
    };
  }
}
