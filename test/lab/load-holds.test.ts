import { expect, it } from 'vitest';
import { holdsOf } from '../../lab/bench/load/holds.ts';
import type { Sight } from '../../lab/bench/stage/recording.ts';

const pictureMs = 1000 / 60;
const noPauses = { unseen: null, pauses: [] };

/** One picture after the other, by the frame that each shows; `missing`: the recording lacks these. */
function recorded(frames: readonly (number | null)[], missing: readonly number[] = []): readonly Sight[] {
  return frames.flatMap((frame, index) => {
    if (missing.includes(index)) return [];
    const code = frame === null ? null : { id: 1, frame };
    return [{ at: 1000 + index * pictureMs, code, brightness: 150, blackShare: 0 }];
  });
}

const msOf = (...given: Parameters<typeof holdsOf>): number[] =>
  holdsOf(...given).map(({ ms }) => Math.round(ms));

it('a frame of a clip at 30 a second stands for two pictures', () => {
  expect(msOf(recorded([1, 1, 2, 2, 3, 3]), noPauses)).toEqual([33, 33, 33]);
});

it('a frame that stays is held from its first to its last picture', () => {
  expect(msOf(recorded([1, 1, 2, 2, 2, 2, 2, 2, 2, 3]), noPauses)).toEqual([33, 117, 17]);
});

it('a gap of the recording after a frame is not counted, and one within it is', () => {
  expect(msOf(recorded([1, 1, 1, 1, 1, 2, 2], [2, 3, 4]), noPauses)).toEqual([33, 33]);
  expect(msOf(recorded([1, 1, 1, 1, 1, 2, 2], [1, 2, 3]), noPauses)).toEqual([83, 33]);
});

it('pictures without a code end a hold and are none', () => {
  expect(msOf(recorded([1, 1, null, null, 1, 1]), noPauses)).toEqual([33, 33]);
});

it('the time in which the machine stood still is taken off', () => {
  const stood = { unseen: null, pauses: [{ from: 1010, until: 1060 }] };
  expect(msOf(recorded([1, 1, 1, 1, 1, 1, 1, 1, 2]), stood)).toEqual([83, 17]);
});
