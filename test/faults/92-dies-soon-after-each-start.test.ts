import { describe, expect, test } from 'vitest';
import { type Death, liveWith } from '../supervise/life.ts';
import { reportRow } from '../support/report-row.ts';

const minute = 60;
const deaths: readonly Death[] = ['display-lost', 'killed'];

describe.each(deaths)('row 92 · a player that paints and ends 20 s after each start: %s', (death) => {
  test('safe mode begins within 15 minutes, and the machine is restarted within one hour', async () => {
    const { safeSeconds, machineSeconds } = await liveWith(death, 2);
    expect(safeSeconds).toBeLessThan(15 * minute);
    expect(machineSeconds).toBeLessThan(60 * minute);
    reportRow(92, { note: `${death}: safe mode after ${safeSeconds} s, machine after ${machineSeconds} s` });
  });

  test('the machine is left alone for the first quarter of an hour', async () => {
    expect((await liveWith(death, 2)).machineSeconds).toBeGreaterThan(15 * minute);
  });
});

test('row 92 · control: a session that a person ends as often is no failure', async () => {
  expect(await liveWith('session-ended', 2)).toEqual({ safeSeconds: null, machineSeconds: null });
  reportRow(92, { negativeControl: true });
});
