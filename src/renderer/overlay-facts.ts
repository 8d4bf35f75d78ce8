import type { StageClock } from './clock.ts';
import type { FrameCounter } from './heartbeat.ts';
import type { Player } from './player.ts';
import type { Stage } from './stage.ts';

type Facts = readonly (readonly [name: string, value: string])[];

interface ZoneOfFacts {
  readonly id: string;
  readonly player: Pick<Player, 'cue' | 'upcoming' | 'programmeId'>;
  readonly stage: Pick<Stage, 'shownSlot' | 'droppedFrames'>;
}

/** The lines of the overlay. */
export function factsOf(
  zones: readonly ZoneOfFacts[],
  frames: Pick<FrameCounter, 'rate'>,
  clock: Pick<StageClock, 'skew'>,
): Facts {
  const skew = Math.round(clock.skew);
  const dropped = zones.reduce((sum, { stage }) => sum + stage.droppedFrames, 0);
  return [
    ...zones.flatMap((zone) => [...(zone.id === '' ? [] : [['zone', zone.id] as const]), ...itemFacts(zone)]),
    ['frames', `${frames.rate} per second`],
    ['dropped', `${dropped}`],
    ['clock', `${skew >= 0 ? '+' : ''}${skew} ms against the browser's`],
    ['show', zones.map(({ player }) => player.programmeId ?? 'none').join(' ')],
  ];
}

function itemFacts({ player: { cue, upcoming }, stage }: ZoneOfFacts): Facts {
  const buffered = stage.shownSlot?.bufferedMs?.();
  return [
    ['item', cue === null ? 'none' : `${cue.name} (${cue.content.kind})`],
    [
      'next',
      upcoming === null
        ? 'none yet'
        : `${upcoming.cue.name}, ${upcoming.ready ? 'ready' : 'loading'}, in ${seconds(upcoming.inMs)}`,
    ],
    ['buffer', buffered === undefined ? 'whole' : seconds(buffered)],
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
