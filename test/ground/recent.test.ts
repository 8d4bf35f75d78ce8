import { expect, test } from 'vitest';
import { Recent } from '../../src/main/ground/recent.ts';

test('the least recently set value is dropped when there are too many', () => {
  const recent = new Recent<number>(2);
  recent.set('a', 1);
  recent.set('b', 2);
  recent.set('a', 1);
  recent.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([1, undefined, 3]);
});

test('it is dropped when the total weight is too large; a value above the limit alone is not kept', () => {
  const recent = new Recent<number>(100, { weight: 10, weightOf: (value) => value });
  recent.set('a', 4);
  recent.set('b', 4);
  recent.set('b', 5);
  recent.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([undefined, 5, 3]);
  recent.set('d', 11);
  expect(['b', 'c', 'd'].map((key) => recent.get(key))).toEqual([undefined, undefined, undefined]);
});
