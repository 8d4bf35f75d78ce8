import { expect, test } from 'vitest';
import { leavingSafeMode, restarting } from '../../src/main/supervise/asked-restart.ts';

const end = () => undefined;
const isSafe = { leaveSafeMode: () => true };

test('nobody ends a player that nobody would start again, nor forgets why it is in safe mode', () => {
  let isForgotten = false;
  const safe = {
    leaveSafeMode: () => {
      isForgotten = true;
      return true;
    },
  };
  expect(() => restarting(null)).toThrow('Nobody would start this player again.');
  expect(() => leavingSafeMode(null, safe)).toThrow('Nobody would start this player again.');
  expect(isForgotten).toBe(false);
});

test('safe mode ends with a start as usual, and a player that is not in it goes on', () => {
  expect(leavingSafeMode(end, isSafe)).toBe(end);
  expect(() => leavingSafeMode(end, { leaveSafeMode: () => false })).toThrow('It is not in safe mode.');
});
