import { expect, test } from 'vitest';
import { factsOf } from '../../src/renderer/overlay-facts.ts';
import { Player } from '../../src/renderer/player.ts';
import { FakeClock, FakeStage } from './fakes.ts';
import { cue, image, looping, video } from './programmes.ts';

const still = { shownSlot: null, droppedFrames: 0 };
const frames = { rate: 60 };

test('the overlay names the shown item and the next one, with its state', () => {
  const clock = new FakeClock();
  const stage = new FakeStage(clock);
  const player = new Player({
    clock,
    stage,
    report: () => undefined,
    newId: () => 'showing',
    random: () => 0,
  });
  const reported = () => Object.fromEntries(factsOf([{ id: '', player, stage: still }], frames, { skew: 0 }));
  expect(reported()).toMatchObject({ item: 'none', next: 'none yet', show: 'none' });

  stage.silent.add('clip');
  const clip = cue('clip', video('b'), 5_000);
  player.play(looping('show-1', [cue('poster', image('a'), 10_000), clip]), false);
  clock.pass(50);
  expect(reported()).toMatchObject({ item: 'poster (image)', show: 'show-1' });
  clock.pass(8_000);
  expect(reported().next).toBe('clip, loading, in 2.0 s');
  stage.item('clip').events.ready();
  expect(reported().next).toBe('clip, ready, in 2.0 s');
  clock.pass(2_000);
  expect(reported().item).toBe('clip (video)');
});

test('the overlay shows buffer, frames, dropped frames and clock skew', () => {
  const nothing = { cue: null, upcoming: null, programmeId: null };
  const reported = (bufferedMs: (() => number) | null, skew: number) => {
    const shownSlot = { element: {} as HTMLElement, load: async () => undefined, release: () => undefined };
    const stage = { shownSlot: bufferedMs ? { ...shownSlot, bufferedMs } : shownSlot, droppedFrames: 3 };
    return factsOf([{ id: '', player: nothing, stage }], { rate: 59 }, { skew });
  };
  expect(reported(() => 12_340, 250.4)).toEqual([
    ['item', 'none'],
    ['next', 'none yet'],
    ['buffer', '12.3 s'],
    ['frames', '59 per second'],
    ['dropped', '3'],
    ['clock', "+250 ms against the browser's"],
    ['show', 'none'],
  ]);
  expect(reported(null, -0.3)[5]).toEqual(['clock', "+0 ms against the browser's"]);
  const picture = Object.fromEntries(reported(null, -1_800));
  expect(picture).toMatchObject({ buffer: 'whole', clock: "-1800 ms against the browser's" });
});
