import type { StageClock } from './clock.ts';
import type { FrameCounter } from './heartbeat.ts';
import type { Player } from './player.ts';
import type { Stage } from './stage.ts';

/** The lines of the overlay. */
export function factsOf(
  player: Pick<Player, 'cue' | 'upcoming' | 'programmeId'>,
  stage: Pick<Stage, 'shownSlot' | 'droppedFrames'>,
  frames: Pick<FrameCounter, 'rate'>,
  clock: Pick<StageClock, 'skew'>,
): readonly (readonly [name: string, value: string])[] {
  const { cue, upcoming } = player;
  const skew = Math.round(clock.skew);
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
    ['frames', `${frames.rate} per second`],
    ['dropped', `${stage.droppedFrames}`],
    ['clock', `${skew >= 0 ? '+' : ''}${skew} ms against the browser's`],
    ['show', player.programmeId ?? 'none'],
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
