import { inEnglish, message, type Sentence } from '../../shared/languages/message.ts';
import { type Hours, nextBoundary, type Wanted, wantedAt } from '../edition/hours.ts';
import type { Clock } from '../ground/clock.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import { inTime } from '../ground/in-time.ts';
import type { Log } from '../ground/log.ts';
import { Serial } from '../ground/serial.ts';
import type { DisplayPower } from '../host/host.ts';
import { failedPower, type PowerResult, type PowerSwitch } from './power.ts';

export interface DisplayPlan {
  readonly screenId: string;
  /** Null: always on. */
  readonly hours: Hours | null;
  /** Of this screen's own display. */
  readonly switches: readonly PowerSwitch[];
}

export interface DisplayKeeperNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly plans: readonly DisplayPlan[];
  /** Those that are there; they may be more than are planned. */
  screens(): readonly string[];
  /** What sets the power of all displays together. */
  readonly common: readonly PowerSwitch[];
  /** Null: it is not known yet, or is not trusted; then every display is on. */
  zone(): string | null;
  /** Makes a screen black, or takes that back; called again and again. */
  black(screenId: string, isBlack: boolean): void;
}

export interface SwitchReport extends DisplayPower {
  readonly name: string;
  /** Null: of all displays. */
  readonly screenId: string | null;
  readonly at: string;
}

/** For status. */
export interface DisplayReport {
  readonly screens: readonly {
    readonly id: string;
    readonly wanted: Wanted;
    /** When the plan wants something else, or what was set by hand ends; null: not in the next eight days. */
    readonly until: string | null;
  }[];
  /** Set by hand; null: by plan. */
  readonly byHand: { readonly wanted: Wanted; readonly until: string | null } | null;
  readonly switches: readonly SwitchReport[];
}

/** What somebody has set, and at what time of the clock. */
interface ByHand {
  readonly wanted: Wanted;
  readonly at: number;
  readonly until: number | null;
}

/** A display may have been switched by somebody else, or was away when it was told. */
const assertMs = 5 * 60_000;
/** One that did not do as it was told is told again sooner: the browser may only have been starting. */
const againMs = 30_000;
/** A switch that does not answer for so long must not keep the others waiting. */
const longestSetMs = 60_000;

/**
 * Has displays on and off as planned. What is wanted is computed from the plan and the clock each time, and asserted again
 * and again: no edge that was missed, in a sleep or before the start, leaves a display as it should not be.
 */
export class DisplayKeeper {
  readonly #needs: DisplayKeeperNeeds;
  #byHand: ByHand | null = null;
  /** By screen, and for all of them by an empty name: what its switches were told last, and when they are told again. */
  readonly #told = new Map<string, { readonly wanted: Wanted; againAt: number }>();
  readonly #reports = new Map<string, SwitchReport>();
  /** By switch: why it did not work the last time. */
  readonly #failures = new Map<string, Sentence>();
  /** Without hours the power of the displays is nothing of ours until somebody sets it by hand. */
  #isOurs: boolean;
  /** One after the other, so that the last word is the newest. */
  readonly #setting = new Serial();

  constructor(needs: DisplayKeeperNeeds) {
    this.#needs = needs;
    this.#isOurs = needs.plans.some(({ hours }) => hours !== null);
  }

  wanted(screenId: string): Wanted {
    const { clock, zone } = this.#needs;
    const now = clock.now();
    this.#lookAtHand(now);
    if (this.#byHand !== null) return this.#byHand.wanted;
    const hours = this.#hours(screenId);
    const known = zone();
    return hours === null || known === null ? 'on' : wantedAt(hours, now, known);
  }

  /** To be called every second or two. */
  look(): void {
    const { plans, common, black } = this.#needs;
    const all = this.#screens.map((screenId) => {
      const wanted = this.wanted(screenId);
      black(screenId, wanted === 'off');
      return wanted;
    });
    for (const { screenId, switches } of plans) this.#assert(screenId, this.wanted(screenId), switches);
    if (this.#isOurs) this.#assert('', all.every((wanted) => wanted === 'off') ? 'off' : 'on', common);
  }

  /** Why a display could not be switched the last time; null: each switch works. */
  get failing(): Sentence | null {
    const [why = null] = this.#failures.values();
    return why;
  }

  /** Holds until the plan says something else the next time; `auto`: the plan holds again. */
  byHand(wanted: Wanted | 'auto'): void {
    const { clock, log } = this.#needs;
    this.#isOurs = true;
    const at = clock.now();
    this.#byHand = wanted === 'auto' ? null : { wanted, at, until: this.#boundaryAfter(at) };
    log.info(`The displays are set to ${wanted} by hand`);
    this.look();
  }

  #lookAtHand(now: number): void {
    if (this.#byHand === null) return;
    const { wanted, at, until } = this.#byHand;
    if (until !== null && now >= until) this.#byHand = null;
    // The clock was set back: the boundary that was meant comes much sooner.
    else if (now < at) this.#byHand = { wanted, at: now, until: this.#boundaryAfter(now) };
  }

  /** When the plan of any screen says something else. */
  #boundaryAfter(now: number): number | null {
    const known = this.#needs.zone();
    const boundaries = this.#needs.plans.flatMap(({ hours }) => {
      const at = hours === null || known === null ? null : nextBoundary(hours, now, known);
      return at === null ? [] : [at];
    });
    return boundaries.length === 0 ? null : Math.min(...boundaries);
  }

  report(): DisplayReport {
    const until = this.#byHand?.until ?? null;
    return {
      screens: this.#screens.map((id) => ({ id, wanted: this.wanted(id), until: this.#until(id) })),
      byHand: this.#byHand && {
        wanted: this.#byHand.wanted,
        until: until === null ? null : new Date(until).toISOString(),
      },
      switches: [...this.#reports.values()],
    };
  }

  #hours(screenId: string): Hours | null {
    const { plans } = this.#needs;
    // Where all screens show the same, the first one's plan is everybody's.
    const plan = plans.find((one) => one.screenId === screenId) ?? plans[0];
    return plan?.hours ?? null;
  }

  #until(screenId: string): string | null {
    const { clock, zone } = this.#needs;
    const [hours, known] = [this.#hours(screenId), zone()];
    const planned = hours === null || known === null ? null : nextBoundary(hours, clock.now(), known);
    const at = this.#byHand === null ? planned : this.#byHand.until;
    return at === null ? null : new Date(at).toISOString();
  }

  get #screens(): readonly string[] {
    const { plans, screens } = this.#needs;
    return [...new Set([...plans.map(({ screenId }) => screenId), ...screens()])];
  }

  #assert(key: string, wanted: Wanted, switches: readonly PowerSwitch[]): void {
    const { clock } = this.#needs;
    const before = this.#told.get(key);
    if (before?.wanted === wanted && clock.monotonic() < before.againAt) return;
    // While they are being told, slowly perhaps, they are not told the same again.
    const told = { wanted, againAt: Number.POSITIVE_INFINITY };
    this.#told.set(key, told);
    void this.#setting.run(async () => {
      // Something newer waits behind this.
      if (this.#told.get(key) !== told) return;
      let areAsWanted = true;
      try {
        for (const one of switches) areAsWanted = (await this.#set(one, key, wanted)) && areAsWanted;
      } finally {
        told.againAt = clock.monotonic() + (areAsWanted ? assertMs : againMs);
      }
    });
  }

  /** Whether it is as wanted. */
  async #set(one: PowerSwitch, key: string, wanted: Wanted): Promise<boolean> {
    const { clock, log } = this.#needs;
    const { state, why, hasFailed } = await this.#resultOf(one, wanted);
    if (hasFailed && why !== null) this.#failures.set(`${one.name} ${key}`, why);
    else this.#failures.delete(`${one.name} ${key}`);
    const screenId = key === '' ? null : key;
    const at = new Date(clock.now()).toISOString();
    this.#reports.set(`${one.name} ${key}`, { name: one.name, screenId, state, why, at });
    const asWanted = state === (wanted === 'on' ? 'on' : 'standby');
    const words = asWanted
      ? `The display is ${state}`
      : `The display was asked to be ${wanted}, and is ${state}`;
    const fields = {
      by: one.name,
      ...(screenId === null ? {} : { screen: screenId }),
      ...(why === null ? {} : { why }),
    };
    log.state(
      `power ${one.name} ${key}`,
      `${wanted} ${state} ${why === null ? '' : inEnglish(why)}`,
      asWanted ? 'info' : 'warn',
      words,
      fields,
    );
    return asWanted;
  }

  async #resultOf(one: PowerSwitch, wanted: Wanted): Promise<PowerResult> {
    const late = (): Error =>
      new VitrineError('temporary', message('display-silent', { limit: longestSetMs }));
    try {
      return await inTime(this.#needs.clock, longestSetMs, one.set(wanted), late);
    } catch (thrown) {
      return failedPower(asVitrineError(thrown).said);
    }
  }
}
