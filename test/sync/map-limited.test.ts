import { expect, test } from 'vitest';
import { mapLimited } from '../../src/main/sync/map-limited.ts';

test('answers come in order, with so many at work at a time', async () => {
  let atWork = 0;
  const most: number[] = [];
  const answers = await mapLimited([3, 1, 2, 5, 4], 2, async (value) => {
    most.push(++atWork);
    for (let step = 0; step < value; step++) await Promise.resolve();
    atWork--;
    return value * 10;
  });
  expect(answers).toEqual([30, 10, 20, 50, 40]);
  expect(Math.max(...most)).toBe(2);
});

test('the first failure is thrown, and what had not begun does not begin', async () => {
  const begun: number[] = [];
  const work = async (value: number): Promise<void> => {
    begun.push(value);
    throw new Error(`${value}`);
  };
  await expect(mapLimited([1, 2, 3, 4], 2, work)).rejects.toThrow('1');
  expect(begun).toEqual([1, 2]);
});
