import { expect, it, test } from 'vitest';
import { circles } from './circles.ts';

const graph = (arrows: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(arrows).map(([path, imports]) => ({ path, imports }));

it.each([
  ['two files', { a: ['b'], b: ['a'] }, [['a', 'b']]],
  ['a file that imports itself', { a: ['a'] }, [['a']]],
  ['three files with one beside them', { a: ['b', 'x'], b: ['c'], c: ['a'], x: [] }, [['a', 'b', 'c']]],
  ['a circle that two ways enter', { a: ['b', 'c'], b: ['c'], c: ['d'], d: ['c'] }, [['c', 'd']]],
  ['circles that share a file', { a: ['b', 'c'], b: ['a'], c: ['a'] }, [['a', 'b', 'c']]],
  [
    'two circles',
    { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
])('a circle is found: %s', (_, arrows, expected) => {
  expect(circles(graph(arrows))).toEqual(expected);
});

test('ways that meet again are no circle', () => {
  expect(circles(graph({ a: ['b', 'c'], b: ['d', 'valibot'], c: ['d'], d: [] }))).toEqual([]);
});
