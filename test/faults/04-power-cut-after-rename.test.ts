import { expect, test } from 'vitest';
import { cutEverywhere } from '../store/support/power-cuts.ts';
import { reportRow } from '../support/report-row.ts';

test('row 04 · power cut after rename, before the folder is flushed: missing objects are fetched again', async () => {
  const { cuts, violation } = await cutEverywhere({});
  expect(violation).toBeNull();
  expect(cuts).toBeGreaterThan(15);

  const careless = await cutEverywhere({ neglect: 'folder-sync' });
  expect(careless.violation).toMatch(/power cut at instant \d+/);
  reportRow(4, { kills: cuts, negativeControl: true, note: `without folder flushes: ${careless.violation}` });
}, 300_000);
