import { expect, test } from 'vitest';
import { leavingSafeMode, restarting } from '../../src/main/supervise/requested-restart.ts';

const end = () => undefined;
const isSafe = { leaveSafeMode: () => true };

test('a player that nothing restarts does not end, and remembers why it is in safe mode', () => {
  let isForgotten = false;
  const safe = {
    leaveSafeMode: () => {
      isForgotten = true;
      return true;
    },
  };
  expect(() => restarting(null)).toThrow(expect.objectContaining({ code: 'not-supervised' }));
  expect(() => leavingSafeMode(null, safe)).toThrow(expect.objectContaining({ code: 'not-supervised' }));
  expect(isForgotten).toBe(false);
});

test('the end of safe mode restarts the player, and a player outside of it refuses', () => {
  expect(leavingSafeMode(end, isSafe)).toBe(end);
  expect(() => leavingSafeMode(end, { leaveSafeMode: () => false })).toThrow(
    expect.objectContaining({ code: 'not-in-safe-mode' }),
  );
});
