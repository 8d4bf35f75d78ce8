import { expect, it } from 'vitest';
import { Passes } from '../../src/renderer/passes.ts';
import type { Programme, Sequence } from '../../src/shared/programme.ts';
import { cue, looping, page } from './programmes.ts';

// The order of one pass is proved in test/schedule; here: from which rotations a pass goes on.

const names = ['a', 'b', 'c', 'x', 'y', 'z'];

function rotating(list: string, members: readonly number[]): Sequence {
  return { seed: null, members: [{ seed: null, members, visit: { list, count: 1, random: false } }] };
}

function passesOf(...segments: readonly Sequence[]): (segment: number, pass: number) => string {
  const cues = names.map((name) =>
    cue(name, page(`http://shop.test/${name}`), 1_000, { path: ['list', name] }),
  );
  const programme: Programme = {
    ...looping('p', cues),
    segments: segments.map((sequence, index) => ({ from: index * 60_000, anchor: 0, sequence })),
  };
  const passes = new Passes(programme, () => new Map());
  return (segment, pass) =>
    passes
      .of(segment, pass)
      .map(({ id }) => id)
      .join('');
}

it('a pass goes on from the rotation of the pass before', () => {
  const playing = passesOf(rotating('letters', [0, 1, 2]));
  expect([0, 1, 2, 3].map((pass) => playing(0, pass))).toEqual(['a', 'b', 'c', 'a']);
  expect(playing(0, 2)).toBe('c');
});

it('a pass does not go on from a pass of another segment', () => {
  const playing = passesOf(rotating('letters', [0, 1, 2]), rotating('others', [3, 4, 5]));
  expect([playing(0, 0), playing(1, 0)]).toEqual(['a', 'x']);
  expect([playing(0, 1), playing(1, 1)]).toEqual(['b', 'y']);
});

it('a pass without the one before begins from the item on screen', () => {
  const playing = passesOf(rotating('letters', [0, 1, 2]));
  expect([playing(0, 0), playing(0, 1), playing(0, 5)]).toEqual(['a', 'b', 'a']);
});
