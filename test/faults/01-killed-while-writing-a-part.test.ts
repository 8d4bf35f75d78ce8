import { expect, test } from 'vitest';
import { reportRow } from '../support/report-row.ts';
import { killWhileFetching } from '../sync/killed-download.ts';

test('row 01 · killed while writing a part: the show goes on, and the download resumes from the verified part', async () => {
  const { kills, byCall, resumed } = await killWhileFetching([
    'write',
    'pwrite64',
    'ftruncate',
    'rename',
    'unlink',
  ]);
  expect(byCall.write).toBeGreaterThanOrEqual(4);
  expect(byCall.rename).toBeGreaterThanOrEqual(2);
  expect(resumed).toBeGreaterThanOrEqual(2);
  reportRow(1, { kills, note: `${resumed} resumed` });
}, 300_000);
