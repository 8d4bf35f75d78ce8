import { expect, test } from 'vitest';
import { slow } from '../support/limits.ts';
import { reportRow } from '../support/report-row.ts';
import { killed, loops, prepare } from '../update/kills/stage.ts';

// Every step and every kind of write: `npm run prove -- update-kills`.
test(
  'row 69 · killed while a release is switched to, exactly one whole release runs afterwards',
  slow,
  async () => {
    const stage = await prepare();
    const keeping = loops.find(({ name }) => name === 'keep');
    expect(keeping).toBeDefined();
    if (keeping === undefined) return;
    const { kills } = await killed(stage, { ...keeping, calls: ['fsync', 'rename'] });
    expect(kills).toBeGreaterThanOrEqual(3);
    reportRow(69, { kills });
  },
);
