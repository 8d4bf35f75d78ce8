import { expect, test } from 'vitest';
import { cutEverywhere } from '../store/support/power-cuts.ts';
import { reportRow } from '../support/report-row.ts';

test('row 06 · power cut during an activation that loses the database: the old or the new edition plays from its sidecar', async () => {
  const { cuts, violation } = await cutEverywhere({ databaseLost: true });
  expect(violation).toBeNull();
  reportRow(6, { kills: cuts });
}, 300_000);
