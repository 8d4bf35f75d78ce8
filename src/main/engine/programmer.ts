import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Config, Look } from '../config.ts';
import type { Edition } from '../edition/edition.ts';
import type { Holdings } from '../edition/holdings.ts';
import type { Log } from '../log.ts';
import { evaluate, type ScheduleInput } from '../schedule/evaluate.ts';
import { explain, type ScheduleReport } from '../schedule/explain.ts';
import { parseInstant } from '../schedule/instant.ts';
import { buildProgramme } from '../schedule/programme.ts';
import { screenSettings } from '../schedule/screen-settings.ts';
import { type TimeNeeds, type TimeState, TimeWatch } from './time-watch.ts';

export interface ProgrammerNeeds extends TimeNeeds {
  readonly log: Log;
  readonly config: Pick<Config, 'timeZone' | 'transition' | 'player' | 'screen' | 'screens'>;
  activeEdition(): Edition | null;
  holdings(edition: Edition): Holdings;
  /** Of a ticker's feed. */
  headlines?(feed: string): readonly string[];
  emit(screenId: string, programme: Programme, settings: ScreenSettings): void;
}

export type ProgrammerState = TimeState & {
  /** The next boundary at which something else plays on any screen, epoch milliseconds. */
  readonly nextChangeAt: number | null;
};

type Why =
  | 'start'
  | 'edition'
  | 'holdings'
  | 'woke'
  | 'configuration'
  | 'headlines'
  | 'leap'
  | 'zone'
  | 'trust'
  | 'boundary'
  | 'horizon';

/** How often the wall clock is compared with the one that never leaps. */
const pulseMs = 2000;
/** Downloads come in one after another: that many plans a second are enough. */
const holdingsMs = 250;
/** What the stage is told in advance, and how often that is topped up. */
const horizonMs = 24 * 3600_000;
const topUpMs = 3600_000;

/**
 * Keeps every screen supplied with its programme: plans anew at each boundary, for a new edition, when the store holds
 * something else, and when the clock leaps, wakes or changes its zone. Emits only what has changed.
 */
export class Programmer {
  readonly #needs: ProgrammerNeeds;
  readonly #time: TimeWatch;
  /** Screen id → what was last emitted, as text to compare. */
  readonly #told = new Map<string, string>();
  #edition: Edition | null = null;
  #state: ProgrammerState;
  #cancel: (() => void) | null = null;
  #running = false;
  /** By the clock that never leaps. */
  #plannedAt = 0;
  #holdingsChanged = false;

  constructor(needs: ProgrammerNeeds) {
    this.#needs = needs;
    this.#time = new TimeWatch(needs);
    this.#state = { ...this.#time.state(null), nextChangeAt: null };
  }

  get state(): ProgrammerState {
    return this.#state;
  }

  start(): void {
    this.#running = true;
    this.#plan('start');
  }

  stop(): void {
    this.#running = false;
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Something that a programme is made of may be another one now. */
  refresh(why: 'edition' | 'holdings' | 'woke' | 'configuration' | 'headlines'): void {
    if (!this.#running) return;
    this.#holdingsChanged ||= why === 'holdings';
    if (why === 'holdings' && this.#sincePlanned() < holdingsMs) this.#arm();
    else this.#plan(why);
  }

  /** What plays at an instant, which is always trusted; without one, what plays now. Null: there is no edition. */
  report(at: string | null, screenId: string | null): ScheduleReport | null {
    const { clock, activeEdition } = this.#needs;
    const edition = activeEdition();
    if (edition === null) return null;
    const time = this.#time.state(edition.settings.timeZone);
    const input = this.#input(edition, this.#asked(edition, screenId), time);
    if (at === null) return explain(evaluate({ ...input, at: clock.now() }), edition);
    return explain(evaluate({ ...input, clockTrusted: true, at: parseInstant(at, input.zone) }), edition);
  }

  /** All displays show the same: whichever is meant, it plays what the first one plays. */
  #asked(edition: Edition, screenId: string | null): string {
    const [first = ''] = Object.keys(edition.screens);
    return screenId === null || this.#needs.config.screens === 'all' ? first : screenId;
  }

  #arm(): void {
    this.#cancel?.();
    if (!this.#running) return;
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

  #whyNow(): Why | null {
    const { clock, log } = this.#needs;
    const leap = this.#time.leap();
    if (leap !== 0) {
      log.warn(`The clock leapt ${leap > 0 ? 'forwards' : 'backwards'}.`, {
        seconds: Math.round(leap / 1000),
      });
      return 'leap';
    }
    const time = this.#time.state(this.#edition?.settings.timeZone ?? null);
    const { zone, distrust, nextChangeAt } = this.#state;
    if (time.zone !== zone) return 'zone';
    if (time.distrust !== distrust) return 'trust';
    if (nextChangeAt !== null && clock.now() >= nextChangeAt) return 'boundary';
    if (this.#holdingsChanged && this.#sincePlanned() >= holdingsMs) return 'holdings';
    return this.#sincePlanned() >= topUpMs ? 'horizon' : null;
  }

  /** The show never stops: what goes wrong here leaves the last programme where it is, and is tried again. */
  #plan(why: Why): void {
    const { clock, log, activeEdition } = this.#needs;
    this.#plannedAt = clock.monotonic();
    this.#holdingsChanged = false;
    try {
      this.#edition = activeEdition();
      const time = this.#look();
      const changes = this.#edition === null ? [] : this.#planScreens(this.#edition, time, why);
      this.#state = { ...time, nextChangeAt: earliest(changes) };
      log.state('planning', 'works', 'debug', 'The schedule is planned.');
    } catch (error) {
      log.state('planning', 'fails', 'error', 'The schedule could not be planned; the last one goes on.', {
        why,
        error,
      });
      this.#state = { ...this.#state, nextChangeAt: clock.now() + pulseMs };
    }
    this.#arm();
  }

  #planScreens(edition: Edition, time: TimeState, why: Why): readonly (number | null)[] {
    const { config, clock, log, emit, headlines } = this.#needs;
    const inStep = config.player.sync === 'wallclock';
    // A screen that the edition no longer names has to be told that nothing plays there.
    const screens = [...new Set([...Object.keys(edition.screens), ...this.#told.keys()])];
    return screens.map((screenId) => {
      const input = this.#input(edition, screenId, time);
      const look = { ...config, screen: lookOf(config, screenId) };
      const settings = screenSettings(edition.settings, look, {
        ...(headlines ? { headlines } : {}),
        logo: input.holdings.objects.get(edition.settings.logo?.mediaFileId ?? ''),
        zone: time.zone,
      });
      const {
        nextChangeAt: _,
        planAgainAt,
        ...programme
      } = buildProgramme({
        ...input,
        from: clock.now(),
        horizonMs,
        inStep,
      });
      const telling = JSON.stringify([programme.id, settings]);
      if (this.#told.get(screenId) === telling) return planAgainAt;
      this.#told.set(screenId, telling);
      const idle = programme.segments[0]?.sequence.members.length === 0;
      log.info(idle ? 'Nothing is scheduled now: the idle screen.' : 'A new programme.', {
        why,
        screenId,
        cues: programme.cues.length,
        nextChangeAt: planAgainAt === null ? null : new Date(planAgainAt).toISOString(),
      });
      emit(screenId, programme, settings);
      return planAgainAt;
    });
  }

  /** Zone and trust as they are now; says when they change. */
  #look(): TimeState {
    const { log } = this.#needs;
    const time = this.#time.state(this.#edition?.settings.timeZone ?? null);
    const { zone, from, warnings } = time;
    log.state('zone', `${zone} ${from}`, 'info', `The schedule goes by the clocks of ${zone}.`, { from });
    const wrong = warnings.join(' ');
    log.state('time', wrong, wrong === '' ? 'debug' : 'warn', wrong || 'Clock and time zone are in order.');
    return time;
  }

  #input(edition: Edition, screenId: string, { zone, distrust }: TimeState): ScheduleInput {
    const { config, holdings } = this.#needs;
    return {
      edition,
      screenId,
      zone,
      holdings: holdings(edition),
      clockTrusted: distrust === null,
      defaultTransition: config.transition,
    };
  }

  #sincePlanned(): number {
    return this.#needs.clock.monotonic() - this.#plannedAt;
  }
}

function lookOf({ screen, screens }: ProgrammerNeeds['config'], screenId: string): Look {
  return (screens === 'all' ? undefined : screens.find(({ id }) => id === screenId)?.look) ?? screen;
}

function earliest(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((instant) => instant !== null);
  return known.length === 0 ? null : Math.min(...known);
}
