import { expect, test } from 'vitest';
import { mapLimited } from '../../src/main/ground/map-limited.ts';

test('results keep the order, and at most `limit` calls run at a time', async () => {
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

test('a failure stops further calls and is thrown after the running ones have ended', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (value: number): Promise<void> => {
    begun.push(value);
    if (value === 1) throw new Error('1');
    await new Promise((resolve) => setTimeout(resolve, 5));
    ended.push(value);
  };
  await expect(mapLimited([1, 2, 3, 4], 2, work)).rejects.toThrow('1');
  expect({ begun, ended }).toEqual({ begun: [1, 2], ended: [2] });
});
