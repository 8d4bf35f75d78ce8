import { expect, test } from 'vitest';
import { cutEverywhere } from '../store/support/power-cuts.ts';
import { reportRow } from '../support/report-row.ts';

test('row 02 · power cut after the hash, before the flush: a part that was not flushed never becomes an object', async () => {
  const { cuts, violation } = await cutEverywhere({ temper: 'keeps-names' });
  expect(violation).toBeNull();

  const careless = await cutEverywhere({ temper: 'keeps-names', neglect: 'file-sync' });
  expect(careless.violation).toMatch(/power cut at instant \d+/);
  reportRow(2, { kills: cuts, negativeControl: true, note: `without file flushes: ${careless.violation}` });
}, 300_000);
