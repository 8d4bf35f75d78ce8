import { type Message, message } from '../../shared/languages/message.ts';
import type { HealthLine, LinkLine, Verdict } from '../edition/verdict.ts';
import type { Readings } from '../sensors/readings.ts';
import type { HealthFacts, ScreenFacts, Vitals } from './facts.ts';
import { engineOf, limitsOf, type Reason, reasonsOf } from './reasons.ts';

export interface ScreenHealth {
  readonly id: string;
  readonly wanted: 'on' | 'off';
  /** `reviving` is bounded: longer is `dark`. `no-display`: no display is connected. */
  readonly seen: 'painting' | 'standing-by' | 'reviving' | 'black' | 'no-display' | 'dark';
  readonly since: string;
  readonly why: Message | null;
}

/** The one record of how the player is. */
export interface Health extends HealthLine {
  /** The worst first. */
  readonly reasons: readonly Reason[];
  readonly screens: readonly ScreenHealth[];
  readonly engine: { readonly state: ReturnType<typeof engineOf> };
  readonly loop: { readonly state: 'well' | 'late'; readonly lagMs: number };
  readonly storage: Pick<Vitals['storage'], 'state' | 'freeBytes'> | null;
  readonly clock: Vitals['clock'] | null;
  readonly cms: Vitals['cms'] | null;
  readonly sensors: Readings;
  readonly browser: string;
  readonly starts: number;
  readonly mode: 'normal' | 'safe';
  /** Null where no fleet is configured. */
  readonly link: LinkLine | null;
}

/** Pure: the caller knows since when the verdict holds. */
export function judge(facts: HealthFacts): Omit<Health, 'since'> {
  const { now, screens, lagMs, vitals, browser, starts, safe, slowness, sensors, link } = facts;
  const limits = limitsOf(slowness);
  const reasons = reasonsOf(facts);
  return {
    verdict: worst(reasons),
    sentence: reasons[0]?.sentence ?? message(areOff(screens) ? 'health.off' : 'health.well'),
    reasons,
    screens: screens.map((screen) => ({
      id: screen.id,
      wanted: screen.wanted,
      seen: seenOf(screen, limits.reviveMs),
      since: new Date(now - screen.forMs).toISOString(),
      why: screen.why,
    })),
    engine: { state: engineOf(facts) },
    loop: { state: lagMs > limits.loopMs ? 'late' : 'well', lagMs: Math.round(lagMs) },
    storage: vitals && { state: vitals.storage.state, freeBytes: vitals.storage.freeBytes },
    clock: vitals?.clock ?? null,
    cms: vitals?.cms ?? null,
    sensors,
    browser,
    starts,
    mode: safe === null ? 'normal' : 'safe',
    link: link && { state: link.state, since: new Date(now - link.forMs).toISOString(), why: link.why },
  };
}

/**
 * Whether the player may ping the service manager's watchdog. A restart would not repair a missing display, the network, the
 * CMS or the disk, so they do not stop the ping.
 */
export function deservesPing({
  engine,
  loop,
  screens,
}: Pick<Health, 'engine' | 'loop' | 'screens'>): boolean {
  const isDark = screens.some(({ wanted, seen }) => wanted === 'on' && seen === 'dark');
  return engine.state !== 'dead' && loop.state === 'well' && !isDark;
}

/**
 * Whether a start that has painted nothing yet may go on. A machine that is very slow holds up its loop again and again while
 * all is loaded: killed for that, it would begin anew for ever.
 */
export function deservesTime({ engine, screens }: Pick<Health, 'engine' | 'screens'>): boolean {
  return deservesPing({ engine, screens, loop: { state: 'well', lagMs: 0 } });
}

/** Whether every connected display shows what it should: an item, the standby screen, or black by plan. */
export function isInSight({ screens }: Pick<Health, 'screens'>): boolean {
  const seen = screens.filter((screen) => screen.seen !== 'no-display');
  return seen.length > 0 && seen.every((screen) => screen.seen !== 'reviving' && screen.seen !== 'dark');
}

function worst(reasons: readonly Reason[]): Verdict {
  return reasons[0]?.verdict ?? 'well';
}

function areOff(screens: readonly ScreenFacts[]): boolean {
  return screens.length > 0 && screens.every(({ wanted }) => wanted === 'off');
}

function seenOf({ state, plays, forMs }: ScreenFacts, reviveMs: number): ScreenHealth['seen'] {
  if (state === 'painting') return plays ? 'painting' : 'standing-by';
  if (state === 'black') return 'black';
  if (state === 'absent') return 'no-display';
  return forMs > reviveMs ? 'dark' : 'reviving';
}
