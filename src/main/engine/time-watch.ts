import { type Message, message } from '../../shared/languages/message.ts';
import { systemZone } from '../edition/system-zone.ts';
import { chooseZone, type ZoneChoice } from '../edition/zone.ts';
import type { Clock } from '../ground/clock.ts';
import { type Leap, Leaps } from '../ground/leaps.ts';
import { type Distrust, distrust, type ServerTime } from '../schedule/trust.ts';

export interface TimeNeeds {
  readonly clock: Clock;
  readonly config: { readonly timeZone: string | null };
  /** The last reading of the CMS's clock, or null. */
  serverTime?(): ServerTime | null;
  systemZone?(): string;
}

/** Zone and trust of the clock, as the schedule needs them. */
export interface TimeState {
  /** The zone that the CMS names. */
  readonly cmsZone: string | null;
  readonly zone: string;
  readonly from: ZoneChoice['from'];
  /** Why the clock is not trusted; null: it is. */
  readonly distrust: Distrust | null;
  readonly warnings: readonly Message[];
}

/** Watches the wall clock, its zone and its trust. */
export class TimeWatch {
  readonly #needs: TimeNeeds;
  readonly #leaps: Leaps;

  constructor(needs: TimeNeeds) {
    this.#needs = needs;
    this.#leaps = new Leaps(needs.clock);
  }

  state(cmsZone: string | null): TimeState {
    const { clock, config, serverTime, systemZone: readZone = systemZone } = this.#needs;
    const { warnings, ...choice } = chooseZone({
      cms: cmsZone,
      configuration: config.timeZone,
      system: readZone(),
    });
    const distrusted = distrust(clock.now(), clock.sinceBoot(), serverTime?.() ?? null);
    return {
      ...choice,
      cmsZone,
      distrust: distrusted,
      warnings: distrusted === null ? warnings : [...warnings, message(`clock-not-trusted.${distrusted}`)],
    };
  }

  leap(): Leap | null {
    return this.#leaps.since();
  }
}
