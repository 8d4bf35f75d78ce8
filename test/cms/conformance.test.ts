import { expect, test } from 'vitest';
import { judgeAll } from './conformance/judge.ts';

test('every shape of every row is read like the default, or refused for the reason it must be', async () => {
  const verdicts = await judgeAll();
  expect(verdicts.length).toBeGreaterThan(100);
  expect(verdicts.filter(({ asExpected }) => !asExpected)).toEqual([]);
});
