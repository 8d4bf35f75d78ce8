import { expect, test } from 'vitest';
import { blackMs, longestPause, movingSince } from './samples.ts';

/** One sample per 100 ms: a letter is a picture, `#` black, `-` no display. */
const seen = (pictures: string) =>
  [...pictures].map((picture, index) => ({
    at: index * 100,
    colors: picture === '-' ? null : [picture === '#' ? '000000' : `${picture}${picture}ff00`],
  }));

test('a moving picture is distinguished from a still one, with its start', () => {
  expect(movingSince(seen('abcabcabc'), 300, 850)).toBe(100);
  expect(movingSince(seen('abcccccabab'), 300, 1050)).toBe(700);
  expect(movingSince(seen('abccccccccc'), 300, 1050)).toBe(null);
  // Neither an unchanged picture after a gap nor a missing display counts as motion.
  expect(movingSince(seen('aaa---aaa'), 300, 850)).toBe(null);
});

test('the longest pause is measured from the fault to the end', () => {
  expect(longestPause(seen('abcabcccccabc'), 250, 1250)).toBe(500);
  expect(longestPause(seen('abcccccccc'), 250, 1000)).toBe(750);
});

test('black and a missing display count as dark', () => {
  expect(blackMs(seen('ab##--ab'), 0, 800)).toBe(400);
  expect(blackMs(seen('ab##--##'), 300, 800)).toBe(500);
});
