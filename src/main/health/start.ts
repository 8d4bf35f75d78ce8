import type { Message } from '../../shared/languages/message.ts';
import type { ShopDisplays } from '../display/start.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { Wellness } from '../ground/sd-notify.ts';
import type { Slowness } from '../ground/slowness.ts';
import { readSensors } from '../sensors/read.ts';
import { SensorWatch } from '../sensors/watch.ts';
import type { PlacementKeeper } from '../show/keep-placement.ts';
import type { Show } from '../show/show.ts';
import type { Vitals } from './facts.ts';
import { deservesPing, deservesTime, type Health, isInSight } from './health.ts';
import { HealthWatch, type HealthWatchNeeds } from './health-watch.ts';
import { screenFacts } from './screen-facts.ts';

type Around = ReturnType<HealthWatchNeeds['around']>;

interface StartNeeds extends Pick<HealthWatchNeeds, 'onChange' | 'onLook' | 'onLeap'> {
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Screens by the configuration. */
  readonly planned: readonly string[];
  readonly show: Pick<Show, 'sights'>;
  readonly placement: Pick<PlacementKeeper, 'absent' | 'missingReportedAt'>;
  readonly engine: { call(name: 'vitals'): Promise<Vitals>; readonly isReopening: boolean };
  readonly displays: Pick<ShopDisplays, 'wanted' | 'failing' | 'offByHand'>;
  readonly browser: { readonly version: string };
  readonly starts: { readonly value: { readonly count: number } };
  readonly supervision: Pick<Around, 'safe' | 'changed'> & { readonly slowness: Pick<Slowness, 'forJudges'> };
  readonly setup: { readonly refusedFile: Message | null };
  readonly interaction: { readonly stuck: Around['stuckTouch'] };
  readonly pageLogins: { readonly needed: Around['pageLogins'] };
  readonly fleet: { facts(): Around['link'] };
}

/** Watches the health of the whole player. */
export function startHealthWatch(needs: StartNeeds): HealthWatch {
  const {
    clock,
    log,
    planned,
    show,
    placement,
    engine,
    displays,
    browser,
    starts,
    supervision,
    setup,
    interaction,
    pageLogins,
    fleet,
    signal,
  } = needs;
  const sensors = new SensorWatch({ clock, read: readSensors });
  signal.addEventListener('abort', () => sensors.stop(), { once: true });
  return new HealthWatch({
    clock,
    log,
    screens: () =>
      screenFacts(
        planned,
        show.sights(),
        placement.absent,
        clock.monotonic(),
        (id) => displays.wanted(id),
        placement.missingReportedAt ?? 0,
      ),
    vitals: () => engine.call('vitals'),
    isReopening: () => engine.isReopening,
    around: () => ({
      browser: browser.version,
      starts: starts.value.count,
      safe: supervision.safe,
      changed: supervision.changed,
      slowness: supervision.slowness.forJudges,
      displayFailure: displays.failing,
      offByHand: displays.offByHand,
      sensors: sensors.readings,
      setupFile: setup.refusedFile,
      stuckTouch: interaction.stuck,
      pageLogins: pageLogins.needed,
      link: fleet.facts(),
    }),
    onChange: needs.onChange,
    onLook: needs.onLook,
    onLeap: needs.onLeap,
  });
}

/** The verdict for the service manager. */
export function wellness(health: Health, slowness: number): Wellness {
  return {
    isInSight: isInSight(health),
    mayPing: deservesPing(health),
    mayStart: deservesTime(health),
    sentence: health.sentence,
    slowness,
  };
}
