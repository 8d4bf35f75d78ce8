import { expect, test } from 'vitest';
import { reportRow } from '../support/report-row.ts';
import { killWhileFetching } from '../sync/killed-download.ts';

test('row 02 · killed after the hash, before the flush: the part is hashed again before it is extended', async () => {
  const { kills, byCall } = await killWhileFetching(['fsync', 'fdatasync']);
  expect(byCall.fsync).toBeGreaterThanOrEqual(3);
  reportRow(2, { kills });
}, 300_000);
