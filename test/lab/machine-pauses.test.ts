import { describe, expect, it } from 'vitest';
import {
  describePauses,
  isMachines,
  isNearPause,
  type Pauses,
  pausedMs,
  recoveryMs,
  united,
} from '../../lab/support/machine-pauses.ts';

const seen: Pauses = {
  unseen: null,
  pauses: [
    { from: 1_000, until: 1_100 },
    { from: 2_000, until: 2_040 },
    { from: 2_045, until: 2_080 },
  ],
};

describe('a stall', () => {
  it('of the length of a pause in it is the machine’s', () => {
    expect(isMachines(seen, { from: 998, until: 1_105 })).toBe(true);
  });

  it('may be made of several pauses with a moment between', () => {
    expect(isMachines(seen, { from: 2_000, until: 2_082 })).toBe(true);
  });

  it('without a pause is our own, and so is one beside a pause', () => {
    expect(isMachines(seen, { from: 1_500, until: 1_560 })).toBe(false);
    expect(isMachines(seen, { from: 1_101, until: 1_161 })).toBe(false);
  });

  it('longer than the pause in it is our own', () => {
    expect(isMachines(seen, { from: 990, until: 1_160 })).toBe(false);
    expect(isMachines(seen, { from: 1_090, until: 1_150 })).toBe(false);
  });

  it('is our own where the machine could not be watched', () => {
    expect(isMachines({ unseen: 'no real-time priority.', pauses: [] }, { from: 1_000, until: 1_100 })).toBe(
      false,
    );
  });
});

it('a picture in a pause or right after it may come from it, an earlier and a later one not', () => {
  expect(isNearPause(seen, 1_050, 1_050)).toBe(true);
  expect(isNearPause(seen, 900, 1_001)).toBe(true);
  expect(isNearPause(seen, 1_100 + recoveryMs, 1_300)).toBe(true);
  expect(isNearPause(seen, 900, 999)).toBe(false);
  expect(isNearPause(seen, 1_101 + recoveryMs, 1_300)).toBe(false);
});

it('processors that stand still together count once', () => {
  const pauses = united([
    { from: 30, until: 60 },
    { from: 0, until: 20 },
    { from: 10, until: 30 },
    { from: 70, until: 80 },
    { from: 40, until: 50 },
  ]);
  expect(pauses).toEqual([
    { from: 0, until: 60 },
    { from: 70, until: 80 },
  ]);
  expect(pausedMs({ unseen: null, pauses }, 50, 75)).toBe(15);
});

it('says how often and how long the machine stood still, or that it could not be seen', () => {
  expect(describePauses(seen)).toBe('Pauses of the machine itself: 3, the longest 100 ms.');
  expect(describePauses({ unseen: 'no real-time priority.', pauses: [] })).toBe(
    'Nothing is excused: no real-time priority.',
  );
});
