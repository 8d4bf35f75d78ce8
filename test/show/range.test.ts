import { expect, test } from 'vitest';
import { readRange } from '../../src/main/show/range.ts';

test.each([
  [null, 'whole'],
  ['bytes=0-9', { from: 0, to: 9 }],
  ['bytes=90-', { from: 90, to: 99 }],
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-1000', { from: 0, to: 99 }],
  ['bytes=95-1000', { from: 95, to: 99 }],
  ['bytes=99-99', { from: 99, to: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-5', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=a-b', 'whole'],
  ['lines=0-9', 'whole'],
])('%s of 100 bytes is %o', (header, expected) => {
  expect(readRange(header, 100)).toEqual(expected);
});

test.each(['bytes=0-', 'bytes=0-9', 'bytes=-5'])('%s of an empty file is unsatisfiable', (header) => {
  expect(readRange(header, 0)).toBe('unsatisfiable');
});
