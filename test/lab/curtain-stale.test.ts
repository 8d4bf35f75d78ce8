import { expect, it } from 'vitest';
import { staleOf } from '../../lab/bench/curtain/stale.ts';

const itemMs = 2000;
const pictureMs = 1000 / 60;
const colours = { red: [255, 0, 0], green: [0, 255, 0], white: [255, 255, 255] } as const;

/** Stretches of one colour, in pictures of a recording. */
function recorded(...stretches: readonly (readonly [keyof typeof colours, number])[]) {
  return stretches
    .flatMap(([colour, count]) => Array.from({ length: count }, () => colour))
    .map((colour, index) => ({
      at: index * pictureMs,
      frame: { width: 1, height: 1, rgb: Uint8Array.from(colours[colour]) },
    }));
}

it('a show that changes in time has no stale picture', () => {
  expect(staleOf(recorded(['red', 30], ['green', 120], ['red', 10]), itemMs)).toBe(0);
});

it('the other item in the middle of one is stale', () => {
  expect(staleOf(recorded(['red', 40], ['green', 9], ['red', 60]), itemMs)).toBe(9);
});

it('pictures that are not the show are counted elsewhere', () => {
  expect(staleOf(recorded(['red', 40], ['white', 9], ['red', 60]), itemMs)).toBe(0);
});
