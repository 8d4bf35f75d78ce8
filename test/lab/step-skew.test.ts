import { expect, it } from 'vitest';
import { nearest, type Pair, type Taken } from '../../lab/bench/step/recording.ts';
import { outside, skewsOf } from '../../lab/bench/step/skew.ts';

// Two displays that show one clip of 60 frames, and then another; the right one is late on request.

const frames = 60;
const clipMs = 2_000;

function recorded(lateMs: (at: number) => number): readonly Pair[] {
  const shown = (at: number) => ({
    id: Math.floor(at / clipMs),
    frame: Math.floor(((at % clipMs) * frames) / clipMs),
  });
  return Array.from({ length: 200 }, (_, index) => {
    const at = index * (1000 / 60) + 4;
    return { at, left: shown(at), right: shown(Math.max(0, at - lateMs(at))), apartMs: 5 };
  });
}

const reading = ({ id, frame }: { readonly id: number; readonly frame: number }) => ({
  item: `clip ${id}`,
  frame,
  frames,
});
const worst = (skews: readonly { readonly frames: number }[]): number =>
  Math.max(...skews.map((skew) => skew.frames));

it('sets apart what was seen in a pause of the machine or right after it, and keeps the rest', () => {
  const machine = { unseen: null, pauses: [{ from: 500, until: 600 }] };
  const { skews } = skewsOf(
    recorded((at) => (at > 500 && at < 650 ? 170 : 0)),
    reading,
  );
  expect(worst(skews)).toBeGreaterThanOrEqual(4);
  expect(worst(outside(skews, machine))).toBeLessThanOrEqual(1);
  expect(outside(skews, machine).length).toBeGreaterThan(skews.length - 20);
});

it('excuses no skew without a pause, nor one that outlasts it', () => {
  const machine = { unseen: null, pauses: [{ from: 500, until: 600 }] };
  const elsewhere = skewsOf(
    recorded((at) => (at > 1_000 && at < 1_150 ? 170 : 0)),
    reading,
  );
  expect(worst(outside(elsewhere.skews, machine))).toBeGreaterThanOrEqual(4);
  const lasting = skewsOf(
    recorded((at) => (at > 500 && at < 1_500 ? 170 : 0)),
    reading,
  );
  expect(worst(outside(lasting.skews, machine))).toBeGreaterThanOrEqual(4);
});

it('excuses a change of item only when a pause falls into it', () => {
  const late = recorded((at) => (at > 1_990 && at < 2_200 ? 150 : 0));
  const change = (pauses: readonly { readonly from: number; readonly until: number }[]) =>
    outside(skewsOf(late, reading).skews, { unseen: null, pauses }).filter(({ from }) => from === 'change');
  expect(worst(change([]))).toBeGreaterThanOrEqual(4);
  expect(worst(change([{ from: 1_700, until: 1_800 }]))).toBeGreaterThanOrEqual(4);
  expect(change([{ from: 2_020, until: 2_100 }])).toEqual([]);
});

it('compares a picture with the nearest one of the other display', () => {
  // Left at 0, 17, 33, …, right 15 ms after each: the two that belong together are 2 ms apart.
  const left = [0, 17, 33].map((at, index, all) => ({ at, nextAt: all[index + 1] ?? 50 }));
  const right = [-2, 15, 31, 48].map((at, index, all) => ({ at, nextAt: all[index + 1] ?? 65 }));
  expect(left.map((one, index) => nearest(one, right[index] as Taken))).toEqual([2, 2, 2]);
  expect(left.map((one, index) => nearest(one, right[index + 1] as Taken))).toEqual([null, null, null]);
});
