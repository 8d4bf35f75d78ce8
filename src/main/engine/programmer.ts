import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { type Evaluation, evaluate, type ScheduleInput } from '../schedule/evaluate.ts';
import { explain, type ScheduleReport } from '../schedule/explain.ts';
import { parseInstant } from '../schedule/instant.ts';
import type { ShowableKind } from '../schedule/judgement.ts';
import { buildProgramme } from '../schedule/programme.ts';
import { screenSettings } from '../schedule/screen-settings.ts';
import { type Distrust, distrust, type ServerTime } from '../schedule/trust.ts';
import { chooseZone, systemZone } from '../schedule/zone.ts';
import type { Edition } from '../sync/edition.ts';
import type { Holdings } from '../sync/ports.ts';

export interface ProgrammerPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<Config, 'timeZone' | 'transition' | 'player' | 'screen'>;
  /** The edition that plays; the same object as long as it is the same edition. */
  activeEdition(): Edition | null;
  holdings(edition: Edition): Holdings;
  /** The CMS's clock as last heard of, or null. */
  serverTime?(): ServerTime | null;
  canShow?(kind: ShowableKind): boolean;
  systemZone?(): string;
  emit(screenId: string, programme: Programme, settings: ScreenSettings): void;
}

export interface ProgrammerState {
  readonly zone: string;
  /** Why the clock is not trusted, or null. */
  readonly distrust: Distrust | null;
  /** What is wrong with time and zone, each as one sentence. */
  readonly warnings: readonly string[];
  /** The next boundary of any screen, epoch milliseconds. */
  readonly nextChangeAt: number | null;
}

/** How often the wall clock is compared with the one that never leaps. */
const pulseMs = 2000;
/** Less is the clock being disciplined, more is a leap. */
const leapMs = 1000;
/** What the stage is told in advance, and how often that is topped up. */
const horizonMs = 24 * 3600_000;
const topUpMs = 3600_000;

/**
 * Keeps every screen supplied with its programme: plans anew at each boundary, for a new edition, when the store holds
 * something else, and when the clock leaps, wakes or changes its zone. Says only what has changed.
 */
export class Programmer {
  readonly #ports: ProgrammerPorts;
  /** Screen id → what was last emitted, as ids. */
  readonly #told = new Map<string, { readonly programme: string; readonly settings: string }>();
  readonly #state: { -readonly [Key in keyof ProgrammerState]: ProgrammerState[Key] };
  #cancel: (() => void) | null = null;
  #stopped = true;
  /** Wall and steady clock when they were last compared. */
  #last = { now: 0, monotonic: 0 };
  #plannedAt = 0;

  constructor(ports: ProgrammerPorts) {
    this.#ports = ports;
    this.#state = { zone: this.#zone().zone, distrust: null, warnings: [], nextChangeAt: null };
  }

  get state(): ProgrammerState {
    return { ...this.#state };
  }

  start(): void {
    this.#stopped = false;
    this.#last = this.#read();
    this.#plan('start');
    this.#arm();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Something that a programme is made of may be another one now. */
  refresh(why: 'edition' | 'holdings' | 'woke' | 'configuration'): void {
    if (this.#stopped) return;
    this.#plan(why);
    this.#arm();
  }

  /** The programmes again, for a stage that was loaded anew. */
  repeat(): void {
    this.#told.clear();
    this.refresh('edition');
  }

  /** What plays at an instant, which is always trusted; without one, what plays now. */
  report(at: string | null, screenId: string | null): ScheduleReport | null {
    const edition = this.#ports.activeEdition();
    if (edition === null) return null;
    const screen = screenId ?? Object.keys(edition.screens)[0] ?? '';
    const input = this.#input(edition, screen);
    const evaluation: Evaluation =
      at === null
        ? evaluate({ ...input, at: this.#ports.clock.now() })
        : evaluate({ ...input, clockTrusted: true, at: parseInstant(at, input.zone) });
    return explain(evaluation);
  }

  #arm(): void {
    this.#cancel?.();
    const { nextChangeAt } = this.#state;
    const untilChange = nextChangeAt === null ? pulseMs : nextChangeAt - this.#ports.clock.now();
    this.#cancel = this.#ports.clock.after(Math.min(Math.max(untilChange, 0), pulseMs), () => this.#pulse());
  }

  #pulse(): void {
    if (this.#stopped) return;
    const why = this.#whyNow();
    if (why !== null) this.#plan(why);
    this.#arm();
  }

  #whyNow(): string | null {
    const { log } = this.#ports;
    const before = this.#last;
    const here = this.#read();
    this.#last = here;
    const leap = here.now - before.now - (here.monotonic - before.monotonic);
    if (Math.abs(leap) > leapMs) {
      log.warn(`The clock leapt ${leap > 0 ? 'forwards' : 'backwards'}.`, {
        seconds: Math.round(leap / 1000),
      });
      return 'leap';
    }
    const { zone, distrust: distrusted, nextChangeAt } = this.#state;
    if (this.#zone().zone !== zone) return 'zone';
    if (this.#distrust() !== distrusted) return 'trust';
    if (nextChangeAt !== null && here.now >= nextChangeAt) return 'boundary';
    return here.now - this.#plannedAt >= topUpMs ? 'horizon' : null;
  }

  /** The show never stops: what goes wrong here leaves the last programme where it is. */
  #plan(why: string): void {
    const { clock, log } = this.#ports;
    this.#plannedAt = clock.now();
    try {
      const edition = this.#ports.activeEdition();
      this.#look();
      const changes = edition === null ? [] : this.#planScreens(edition, why);
      this.#state.nextChangeAt = changes.reduce<number | null>(
        (least, change) => (change === null ? least : Math.min(least ?? change, change)),
        null,
      );
      log.state('planning', 'works', 'debug', 'The schedule is planned.');
    } catch (error) {
      log.state('planning', 'fails', 'error', 'The schedule could not be planned; the last one goes on.', {
        why,
        error,
      });
      this.#state.nextChangeAt = null;
      this.#plannedAt = clock.now() - topUpMs + 5 * pulseMs;
    }
  }

  #planScreens(edition: Edition, why: string): readonly (number | null)[] {
    const { config, clock, log, emit } = this.#ports;
    const settings = screenSettings(edition.settings, config);
    const inStep = config.player.sync === 'wallclock';
    // A screen that the edition no longer names has to be told that nothing plays there.
    const screens = [...new Set([...Object.keys(edition.screens), ...this.#told.keys()])];
    return screens.map((screenId) => {
      const input = this.#input(edition, screenId);
      const planned = buildProgramme({ ...input, from: clock.now(), horizonMs, inStep });
      const { nextChangeAt, ...programme } = planned;
      const told = { programme: programme.id, settings: JSON.stringify(settings) };
      const before = this.#told.get(screenId);
      if (before?.programme !== told.programme || before.settings !== told.settings) {
        this.#told.set(screenId, told);
        const cues = programme.parts[0]?.sequence.items.length ?? 0;
        log.info(cues === 0 ? 'Nothing to play now.' : 'A new programme.', {
          why,
          screenId,
          cues: programme.cues.length,
          nextChangeAt: nextChangeAt === null ? null : new Date(nextChangeAt).toISOString(),
        });
        emit(screenId, programme, settings);
      }
      return nextChangeAt;
    });
  }

  /** Zone and trust as they are now; says when they change. */
  #look(): void {
    const { log } = this.#ports;
    const { zone, from, warnings } = this.#zone();
    const distrusted = this.#distrust();
    log.state('zone', `${zone} ${from}`, 'info', `The schedule follows the clocks of ${zone}.`, { from });
    for (const warning of warnings) log.state(`zone ${warning}`, 'unknown', 'warn', warning);
    log.state(
      'trust',
      distrusted ?? 'trusted',
      distrusted === null ? 'info' : 'warn',
      distrusted === null ? 'The clock is trusted.' : distrustText[distrusted],
    );
    this.#state.zone = zone;
    this.#state.distrust = distrusted;
    this.#state.warnings = distrusted === null ? warnings : [...warnings, distrustText[distrusted]];
  }

  #input(edition: Edition, screenId: string): ScheduleInput {
    const { config, holdings, canShow } = this.#ports;
    return {
      edition,
      screenId,
      zone: this.#zone().zone,
      holdings: holdings(edition),
      clockTrusted: this.#distrust() === null,
      ...(canShow ? { canShow } : {}),
      defaultTransition: config.transition,
    };
  }

  #zone() {
    const { config, activeEdition } = this.#ports;
    return chooseZone({
      cms: activeEdition()?.settings.timeZone ?? null,
      configuration: config.timeZone,
      system: (this.#ports.systemZone ?? systemZone)(),
    });
  }

  #distrust(): Distrust | null {
    const { now, monotonic } = this.#read();
    return distrust(now, monotonic, this.#ports.serverTime?.() ?? null);
  }

  #read(): { now: number; monotonic: number } {
    const { clock } = this.#ports;
    return { now: clock.now(), monotonic: clock.monotonic() };
  }
}

const distrustText: Readonly<Record<Distrust, string>> = {
  'before-2025': 'The clock shows a time before 2025: entries with dates and times wait until it is set.',
  contradicted:
    'The clock is more than a day off the CMS: entries with dates and times wait until it is set.',
};
