import { expect, test } from 'vitest';
import { after, before } from '../store/support/power-cuts.ts';
import { reportRow } from '../support/report-row.ts';
import { onSmallDisk } from '../support/small-disk.ts';

const child = new URL('../store/children/read-only.ts', import.meta.url);

test('row 85 · safe mode on a read-only disk plays the previous edition and reports what it could not write', async () => {
  const seen = await onSmallDisk({
    mount: 'size=8m',
    steps: [{ child, args: ['prepare-two'] }, 'read-only', { child, args: ['safe'] }],
  });
  expect(seen).toEqual([{ outcome: 'opened', active: before.id, left: after.id, sentence: 1 }]);
  reportRow(85, {});
});
