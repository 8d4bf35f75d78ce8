import { expect, test } from 'vitest';
import { child, expectHeld, plainFiles, staged } from '../store/support/killed.ts';
import { killLoop } from '../support/kill-loop.ts';
import { reportRow } from '../support/report-row.ts';

test('row 03 · killed between flush and rename of a part, and at every other write of a commit: no object is lost or broken', async () => {
  const { kills, byCall } = await killLoop({
    child,
    args: ['put'],
    template: staged,
    paths: plainFiles,
    calls: ['write', 'fsync', 'rename', 'unlink', 'mkdir'],
    check: (folder) => expectHeld(folder),
  });
  expect(byCall.rename).toBeGreaterThanOrEqual(2);
  expect(byCall.fsync).toBeGreaterThanOrEqual(4);
  reportRow(3, { kills });
}, 300_000);
