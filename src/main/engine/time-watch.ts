import { type Message, message } from '../../shared/languages/message.ts';
import { systemZone } from '../edition/system-zone.ts';
import { chooseZone, type ZoneChoice } from '../edition/zone.ts';
import type { Clock } from '../ground/clock.ts';
import { type Leap, Leaps } from '../ground/leaps.ts';
import { type Distrust, distrust, type ServerTime } from '../schedule/trust.ts';

export interface TimeNeeds {
  readonly clock: Clock;
  readonly config: { readonly timeZone: string | null };
  /** What the clock of the CMS showed last, or null. */
  serverTime?(): ServerTime | null;
  systemZone?(): string;
}

/** What the schedule has to know of time besides the instant. */
export interface TimeState {
  /** The zone that the CMS names. */
  readonly cmsZone: string | null;
  readonly zone: string;
  readonly from: ZoneChoice['from'];
  /** Why the clock is not trusted, or null. */
  readonly distrust: Distrust | null;
  /** What is wrong, each as one sentence. */
  readonly warnings: readonly Message[];
}

/** Watches the wall clock, the zone and whether the clock can be trusted. */
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
