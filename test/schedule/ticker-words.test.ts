import { expect, test } from 'vitest';
import { clockPositionOf, directionOf, positionOf } from '../../src/main/schedule/ticker-words.ts';

test.each([
  ['right', 'right'],
  ['RIGHT', 'right'],
  [' Right ', 'right'],
  ['rightward', 'right'],
  ['rightwards', 'right'],
  ['to_right', 'right'],
  ['left_to_right', 'right'],
  ['Left to right', 'right'],
  ['left-to-right', 'right'],
  ['leftToRight', 'right'],
  ['left-right', 'right'],
  ['ltr', 'right'],
  ['LTR', 'right'],
  ['l2r', 'right'],
  ['from_left', 'right'],
  ['from the left', 'right'],
  ['scroll_right', 'right'],
  ['left', 'left'],
  ['LEFT', 'left'],
  ['leftward', 'left'],
  ['to_left', 'left'],
  ['right_to_left', 'left'],
  ['RIGHT TO LEFT', 'left'],
  ['rightToLeft', 'left'],
  ['from_right_to_left', 'left'],
  ['from right', 'left'],
  ['rtl', 'left'],
  ['R2L', 'left'],
  ['up', 'left'],
  ['1', 'left'],
  ['', 'left'],
  [null, 'left'],
])('direction “%s” runs %s', (word, to) => {
  expect(directionOf(word)).toBe(to);
});

test.each([
  ['top', 'top'],
  ['TOP', 'top'],
  ['top_center', 'top'],
  ['at the top', 'top'],
  ['Upper', 'top'],
  ['above', 'top'],
  ['bottom', 'bottom'],
  ['BOTTOM', 'bottom'],
  ['lower', 'bottom'],
  ['below', 'bottom'],
  ['', 'bottom'],
  [null, 'bottom'],
])('position “%s” is at the %s', (word, at) => {
  expect(positionOf(word)).toBe(at);
});

test.each([
  ['left', 'left'],
  ['LEFT', 'left'],
  ['bottom_left', 'left'],
  ['right', 'right'],
  ['Right', 'right'],
  [null, 'right'],
])('a clock at “%s” is at the %s', (word, at) => {
  expect(clockPositionOf(word)).toBe(at);
});
