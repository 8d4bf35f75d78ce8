import { expect, test } from 'vitest';
import { brokenOff, rangesAsked } from '../support/broken-off.ts';
import { showThenUpdate } from '../support/fault-downloads.ts';
import { startRig } from '../support/rig.ts';

test('row 27 · 416: the part is dropped and the download begins anew', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  brokenOff(rig, ({ response }) => {
    response.writeHead(416, { 'content-range': 'bytes */100' }).end();
    return true;
  });
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await show.tookOver();
  expect(rangesAsked(rig, show)).toEqual([null, 'bytes=200000-', null]);
});
