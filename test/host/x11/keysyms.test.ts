import { expect, test } from 'vitest';
import { type Keyboard, keyOf } from '../../../src/main/host/x11/keysyms.ts';

/** Keys with their levels: plain and shifted, the second group, and the third level. */
const keyboard: Keyboard = {
  first: 8,
  perKey: 6,
  symbols: [
    ...[0x71, 0x51, 0, 0, 0x40, 0x3a9], // q Q, @
    ...[0x37, 0x2f, 0, 0, 0x7b, 0], // 7 /, {
    ...[0xff95, 0xffb7, 0, 0, 0, 0], // Home and 7 of the block
    ...[0xff09, 0xfe20, 0, 0, 0, 0], // Tab
    ...[0xfc, 0xdc, 0x5b, 0x7b, 0, 0], // ü Ü, and [ { in another group
    ...[0xffe1, 0, 0, 0, 0, 0], // Shift
    ...[0xfe51, 0xfe50, 0, 0, 0, 0], // dead accents
  ],
};
const [q, seven, block, tab, umlaut, shiftKey, dead] = [8, 9, 10, 11, 12, 13, 14];
const [shift, caps, control, alt, numLock, logo, third, group] = [1, 2, 4, 8, 16, 64, 128, 1 << 13];

test.each([
  [q, 0, { text: 'q' }],
  [q, shift, { text: 'Q' }],
  [q, caps, { text: 'Q' }],
  [q, caps | shift, { text: 'q' }],
  [q, third, { text: '@' }],
  [q, numLock, { text: 'q' }],
  [seven, caps, { text: '7' }],
  [seven, shift, { text: '/' }],
  [block, numLock, { text: '7' }],
  [block, 0, null],
  [block, numLock | shift, null],
  [tab, 0, { name: 'Tab' }],
  [tab, shift, { name: 'BackTab' }],
  [umlaut, 0, { text: 'ü' }],
  [umlaut, group, { text: '[' }],
  [q, control, null],
  [q, alt, null],
  [q, logo, null],
  [shiftKey, 0, null],
  [dead, 0, null],
  [200, 0, null],
])('key %i in the state %i is %o', (code, state, key) => {
  expect(keyOf(keyboard, code, state)).toEqual(key);
});
