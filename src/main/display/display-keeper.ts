import { inEnglish, type Message, message } from '../../shared/languages/message.ts';
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
  /** For this screen's own display. */
  readonly switches: readonly PowerSwitch[];
}

export interface DisplayKeeperNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly plans: readonly DisplayPlan[];
  /** The open screens; there may be more than the plan knows. */
  screens(): readonly string[];
  /** Switches that set the power of all displays together. */
  readonly common: readonly PowerSwitch[];
  /** Null: the zone is unknown or the clock is not trusted; then every display is on. */
  zone(): string | null;
  /** Makes a screen black or visible; called repeatedly. */
  black(screenId: string, isBlack: boolean): void;
}

export interface SwitchReport extends DisplayPower {
  readonly name: string;
  /** Null: for all displays. */
  readonly screenId: string | null;
  readonly at: string;
}

/** For status. */
export interface DisplayReport {
  readonly screens: readonly {
    readonly id: string;
    readonly wanted: Wanted;
    /** When the plan changes, or the manual setting ends; null: not in the next eight days. */
    readonly until: string | null;
  }[];
  /** The manual setting; null: the plan applies. */
  readonly byHand: { readonly wanted: Wanted; readonly until: string | null } | null;
  readonly switches: readonly SwitchReport[];
}

/** A manual setting, and the wall clock when its end was computed. */
interface ByHand {
  readonly wanted: Wanted;
  readonly at: number;
  readonly until: number | null;
}

/** The state is sent again at this interval: another program may have switched the display, or it was away. */
const assertMs = 5 * 60_000;
/** A failed command is repeated sooner: the browser may only have been starting. */
const againMs = 30_000;
const hourMs = 3600_000;
/** A switch that hangs for this long must not delay the others. */
const longestSetMs = 60_000;

/**
 * Switches displays on and off as planned. The wanted state is computed from plan and clock each time and sent
 * repeatedly: an edge missed during sleep or before the start leaves no display in the wrong state.
 */
export class DisplayKeeper {
  readonly #needs: DisplayKeeperNeeds;
  #plans: readonly DisplayPlan[];
  #byHand: ByHand | null = null;
  /** The last command by screen (empty name: all screens), and when it is repeated. */
  readonly #sent = new Map<string, { readonly wanted: Wanted; againAt: number }>();
  readonly #reports = new Map<string, SwitchReport>();
  /** By switch: the error of its last attempt. */
  readonly #failures = new Map<string, Message>();
  /** Without hours the player leaves the power of the displays alone until it is set by hand. */
  #isOurs: boolean;
  /** Serializes commands, so that the newest one comes last. */
  readonly #setting = new Serial();

  constructor(needs: DisplayKeeperNeeds) {
    this.#needs = needs;
    this.#plans = needs.plans;
    this.#isOurs = hasHours(needs.plans);
  }

  /** Other hours. Displays that slept by the old ones wake up where there are none. */
  follow(plans: readonly DisplayPlan[]): void {
    this.#plans = plans;
    this.#isOurs ||= hasHours(plans);
    // A manual setting holds until the plan next changes: that is another instant now.
    if (this.#byHand !== null)
      this.#byHand = { ...this.#byHand, until: this.#boundaryAfter(this.#needs.clock.now()) };
    this.look();
  }

  wanted(screenId: string): Wanted {
    const now = this.#needs.clock.now();
    this.#lookAtHand(now);
    return this.#byHand === null ? this.#planned(screenId, now) : this.#byHand.wanted;
  }

  #planned(screenId: string, now: number): Wanted {
    const hours = this.#hours(screenId);
    const known = this.#needs.zone();
    return hours === null || known === null ? 'on' : wantedAt(hours, now, known);
  }

  /** Call it every second or two. */
  look(): void {
    const { common, black } = this.#needs;
    const all = this.#screens.map((screenId) => {
      const wanted = this.wanted(screenId);
      black(screenId, wanted === 'off');
      return wanted;
    });
    for (const { screenId, switches } of this.#plans) this.#assert(screenId, this.wanted(screenId), switches);
    if (this.#isOurs) this.#assert('', all.every((wanted) => wanted === 'off') ? 'off' : 'on', common);
  }

  /** A manual setting that keeps displays off which the plan wants on; null: there is none. */
  get offByHand(): { readonly until: string | null } | null {
    const now = this.#needs.clock.now();
    this.#lookAtHand(now);
    if (this.#byHand?.wanted !== 'off') return null;
    if (this.#screens.every((screenId) => this.#planned(screenId, now) === 'off')) return null;
    const { until } = this.#byHand;
    return { until: until === null ? null : new Date(until).toISOString() };
  }

  /** Why the last attempt to switch a display failed; null: all switches work. */
  get failing(): Message | null {
    const [why = null] = this.#keys.flatMap((key) => this.#failures.get(key) ?? []);
    return why;
  }

  /** The switches of the present plans: results of earlier ones no longer count. */
  get #keys(): readonly string[] {
    const own = this.#plans.flatMap(({ screenId, switches }) => switches.map((one) => nameOf(one, screenId)));
    return [...own, ...this.#needs.common.map((one) => nameOf(one, ''))];
  }

  /** Applies until the plan next changes; `auto` returns to the plan. */
  byHand(wanted: Wanted | 'auto'): void {
    const { clock, log } = this.#needs;
    this.#isOurs = true;
    const at = clock.now();
    this.#byHand = wanted === 'auto' ? null : { wanted, at, until: this.#boundaryAfter(at) };
    log.info(`The displays are set to ${wanted} manually`);
    this.look();
  }

  #lookAtHand(now: number): void {
    if (this.#byHand === null) return;
    const { wanted, at, until } = this.#byHand;
    if (until !== null && now >= until) this.#byHand = null;
    // The clock was set back; or its zone was unknown, or the plan's next change too far ahead.
    else if (now < at || (until === null && now - at >= hourMs))
      this.#byHand = { wanted, at: now, until: this.#boundaryAfter(now) };
  }

  /** The next change in the plan of any screen. */
  #boundaryAfter(now: number): number | null {
    const known = this.#needs.zone();
    const boundaries = this.#plans.flatMap(({ hours }) => {
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
      switches: this.#keys.flatMap((key) => this.#reports.get(key) ?? []),
    };
  }

  #hours(screenId: string): Hours | null {
    // Screens that show the same share the first one's plan.
    const plan = this.#plans.find((one) => one.screenId === screenId) ?? this.#plans[0];
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
    const { screens } = this.#needs;
    return [...new Set([...this.#plans.map(({ screenId }) => screenId), ...screens()])];
  }

  #assert(key: string, wanted: Wanted, switches: readonly PowerSwitch[]): void {
    const { clock } = this.#needs;
    const before = this.#sent.get(key);
    if (before?.wanted === wanted && clock.monotonic() < before.againAt) return;
    // While a slow command runs, it is not sent again.
    const sent = { wanted, againAt: Number.POSITIVE_INFINITY };
    this.#sent.set(key, sent);
    void this.#setting.run(async () => {
      // A newer command is waiting behind this one.
      if (this.#sent.get(key) !== sent) return;
      let areAsWanted = true;
      try {
        for (const one of switches) areAsWanted = (await this.#set(one, key, wanted)) && areAsWanted;
      } finally {
        sent.againAt = clock.monotonic() + (areAsWanted ? assertMs : againMs);
      }
    });
  }

  /** Returns whether the display is in the wanted state. */
  async #set(one: PowerSwitch, key: string, wanted: Wanted): Promise<boolean> {
    const { clock, log } = this.#needs;
    const { state, why, hasFailed } = await this.#resultOf(one, wanted);
    if (hasFailed && why !== null) this.#failures.set(nameOf(one, key), why);
    else this.#failures.delete(nameOf(one, key));
    const screenId = key === '' ? null : key;
    const at = new Date(clock.now()).toISOString();
    this.#reports.set(nameOf(one, key), { name: one.name, screenId, state, why, at });
    const asWanted = state === (wanted === 'on' ? 'on' : 'standby');
    const words = asWanted
      ? `The display is ${state}`
      : `The display was switched ${wanted}, but reports ${state}`;
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
      return failedPower(asVitrineError(thrown).sentence);
    }
  }
}

const hasHours = (plans: readonly DisplayPlan[]): boolean => plans.some(({ hours }) => hours !== null);

/** `key`: of its screen, or empty. */
const nameOf = ({ name }: Pick<PowerSwitch, 'name'>, key: string): string => `${name} ${key}`;
