import { inEnglish } from '../../shared/languages/message.ts';
import type { Steps } from '../../shared/steps.ts';
import type { Edition } from '../edition/edition.ts';
import type { ScreenSize } from '../edition/zones.ts';
import type { DayPlan } from '../schedule/day-plan.ts';
import type { ScheduleReport } from '../schedule/explain.ts';
import { ScreenProgrammes, type ScreenProgrammesNeeds } from './screen-programmes.ts';
import { type TimeNeeds, type TimeState, TimeWatch } from './time-watch.ts';

export interface ProgrammerNeeds extends TimeNeeds, ScreenProgrammesNeeds {
  readonly config: TimeNeeds['config'] & ScreenProgrammesNeeds['config'];
  activeEdition(): Edition | null;
}

export type ProgrammerState = TimeState & {
  /** The next instant at which something else plays on some screen, in epoch milliseconds. */
  readonly nextChangeAt: number | null;
};

type Trigger = 'edition' | 'holdings' | 'woke' | 'headlines' | 'displays';
type Reason = Trigger | 'start' | 'leap' | 'zone' | 'trust' | 'boundary' | 'horizon';

/** How often clock, zone and trust are checked. The main thread, which is awake anyway, reports a clock that leaps. */
const pulseMs = 10_000;
/** How soon failed planning is retried. */
const againMs = 2000;
/** While downloads arrive one after another, four plans a second are enough. */
const holdingsMs = 250;
/** How often the programme is extended to the next 24 hours. */
const topUpMs = 3600_000;
/** A large plan lets other work of the thread have its turn after so long. */
const sliceMs = 25;

/**
 * Keeps every screen supplied with its programme: plans again at each boundary, for a new edition, for changed holdings,
 * and when the clock leaps, wakes or changes its zone. A plan that takes long is made in slices: changed holdings wait
 * for its end, and anything else starts it over.
 */
export class Programmer {
  readonly #needs: ProgrammerNeeds;
  readonly #screens: ScreenProgrammes;
  readonly #time: TimeWatch;
  #state: ProgrammerState;
  /** When it planned last, by the steady clock. */
  #plannedAt = 0;
  #holdingsChanged = false;
  /** Cancels the timer. Null while the programmer does not run. */
  #cancel: (() => void) | null = null;
  /** The plan in the making. */
  #making: Steps<ProgrammerState> | null = null;

  constructor(needs: ProgrammerNeeds) {
    this.#needs = needs;
    this.#screens = new ScreenProgrammes(needs);
    this.#time = new TimeWatch(needs);
    this.#state = { ...this.#time.state(null), nextChangeAt: null };
  }

  get state(): ProgrammerState {
    return this.#state;
  }

  start(): void {
    this.#cancel = () => undefined;
    this.#plan('start');
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#making = null;
  }

  /** To be called when an input of the programmes may have changed. */
  refresh(why: Trigger): void {
    if (this.#cancel === null) return;
    this.#holdingsChanged ||= why === 'holdings';
    if (why === 'holdings' && this.#making !== null) return;
    if (why === 'holdings' && this.#sincePlanned() < holdingsMs) this.#arm();
    else this.#plan(why === 'woke' ? (this.#whyNow() ?? why) : why);
  }

  /** The present sizes of the screens. */
  displays(sizes: ReadonlyMap<string, ScreenSize>): void {
    if (this.#screens.displays(sizes)) this.refresh('displays');
  }

  sizeOf(screenId: string): ScreenSize | null {
    const edition = this.#needs.activeEdition();
    return edition === null ? null : this.#screens.sizeOf(screenId, edition);
  }

  /** The schedule at an instant; null: now. Returns null without an edition. */
  report(at: string | null, screenId: string | null): ScheduleReport | null {
    const edition = this.#needs.activeEdition();
    if (edition === null) return null;
    return this.#screens.report(edition, this.#time.state(edition.settings.timeZone), at, screenId);
  }

  /** One day of a screen; null without an edition. */
  dayPlan(day: string, screenId: string | null): DayPlan | null {
    const edition = this.#needs.activeEdition();
    if (edition === null) return null;
    return this.#screens.dayPlan(edition, this.#time.state(edition.settings.timeZone), day, screenId);
  }

  #arm(): void {
    if (this.#cancel === null) return;
    this.#cancel();
    const { clock } = this.#needs;
    const { nextChangeAt } = this.#state;
    const waits = [
      pulseMs,
      ...(nextChangeAt === null ? [] : [nextChangeAt - clock.now()]),
      ...(this.#holdingsChanged ? [holdingsMs - this.#sincePlanned()] : []),
    ];
    this.#cancel = clock.after(Math.max(Math.min(...waits), 0), () => this.#pulse());
  }

  #pulse(): void {
    const why = this.#whyNow();
    if (why === null) this.#arm();
    else this.#plan(why);
  }

  #whyNow(): Reason | null {
    const { clock, log } = this.#needs;
    const leap = this.#time.leap();
    if (leap !== null) {
      const seconds = Math.round(leap.ms / 1000);
      if (leap.wasSuspended) log.info('The machine was suspended.', { seconds });
      else log.warn(`The clock leapt ${leap.ms > 0 ? 'forwards' : 'backwards'}.`, { seconds });
      return 'leap';
    }
    const { cmsZone, zone, distrust, nextChangeAt } = this.#state;
    const time = this.#time.state(cmsZone);
    if (time.zone !== zone) return 'zone';
    if (time.distrust !== distrust) return 'trust';
    if (nextChangeAt !== null && clock.now() >= nextChangeAt) return 'boundary';
    if (this.#holdingsChanged && this.#sincePlanned() >= holdingsMs) return 'holdings';
    return this.#sincePlanned() >= topUpMs ? 'horizon' : null;
  }

  #plan(why: Reason): void {
    this.#holdingsChanged = false;
    const making = this.#steps(why);
    this.#making = making;
    this.#advance(making, why);
  }

  *#steps(why: Reason): Steps<ProgrammerState> {
    const edition = this.#needs.activeEdition();
    const time = this.#timeNow(edition);
    this.#state = { ...time, nextChangeAt: this.#state.nextChangeAt };
    const nextChangeAt = edition === null ? null : yield* this.#screens.plan(edition, time, why);
    return { ...time, nextChangeAt };
  }

  /** The show never stops: if planning fails, the last programme goes on and planning is retried. */
  #advance(making: Steps<ProgrammerState>, why: Reason): void {
    const { clock, log } = this.#needs;
    const until = clock.monotonic() + sliceMs;
    try {
      let step = making.next();
      while (!step.done && clock.monotonic() < until && this.#making === making) step = making.next();
      // What it emitted may have started another plan.
      if (this.#making !== making) return;
      if (!step.done) {
        this.#cancel?.();
        this.#cancel = clock.after(0, () => this.#advance(making, why));
        return;
      }
      this.#state = step.value;
      log.state('planning', 'works', 'debug', 'The schedule is planned.');
    } catch (error) {
      log.state('planning', 'fails', 'error', 'The schedule could not be planned; the last one goes on.', {
        why,
        error,
      });
      this.#state = { ...this.#state, nextChangeAt: clock.now() + againMs };
    }
    this.#making = null;
    this.#plannedAt = clock.monotonic();
    this.#arm();
  }

  /** Zone and trust now; changes are logged. */
  #timeNow(edition: Edition | null): TimeState {
    const { log } = this.#needs;
    const time = this.#time.state(edition?.settings.timeZone ?? null);
    const { zone, from, warnings } = time;
    log.state('zone', `${zone} ${from}`, 'info', `The schedule goes by the clocks of ${zone}.`, { from });
    const wrong = warnings.map(inEnglish).join(' ');
    log.state('time', wrong, wrong === '' ? 'debug' : 'warn', wrong || 'Clock and time zone are in order.');
    return time;
  }

  #sincePlanned(): number {
    return this.#needs.clock.monotonic() - this.#plannedAt;
  }
}
