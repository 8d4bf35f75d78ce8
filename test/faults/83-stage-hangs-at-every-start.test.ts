import { describe, expect, test } from 'vitest';
import { Slowness } from '../../src/main/ground/slowness.ts';
import { type Hang, liveWith } from '../supervise/life.ts';
import { reportRow } from '../support/report-row.ts';

const minute = 60;
const hangs: readonly Hang[] = ['not-ready', 'no-frames', 'not-revived', 'no-browser'];

describe.each(hangs)('row 83 · a stage that hangs at every start: %s', (hang) => {
  test('safe mode begins within 15 minutes, and the machine is restarted within one hour', async () => {
    const { safeSeconds, machineSeconds } = await liveWith(hang, 30);
    expect(safeSeconds).toBeLessThan(15 * minute);
    expect(machineSeconds).toBeLessThan(60 * minute);
    reportRow(83, { note: `${hang}: safe mode after ${safeSeconds} s, machine after ${machineSeconds} s` });
  });

  test('the slowest machine takes two and four hours at most', async () => {
    const { safeSeconds, machineSeconds } = await liveWith(hang, 30, { kept: 16 });
    expect(safeSeconds).toBeLessThan(120 * minute);
    expect(machineSeconds).toBeLessThan(240 * minute);
  });
});

/** Counts a missing answer as a slow one. */
class Forgiving extends Slowness {
  override late(): void {
    this.came('what hangs', (2 / 3) * this.factor, 1);
  }
}

test('row 83 · control: a factor that grows with each hang keeps the screen dark', async () => {
  const { safeSeconds } = await liveWith('not-ready', 3, { Measure: Forgiving });
  expect(safeSeconds).toBeGreaterThan(15 * minute);
  reportRow(83, { negativeControl: true });
});
