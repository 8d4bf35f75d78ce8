import { expect, test } from 'vitest';
import { brokenOff, rangesAsked } from '../support/broken-off.ts';
import { showThenUpdate } from '../support/fault-downloads.ts';
import { startRig } from '../support/rig.ts';

test('row 25 · a server that ignores the range sends it all: the part begins anew, the bytes are right', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  brokenOff(rig, ({ response, bytes }) => {
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    return true;
  });
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [], bytes: 300_000 });
  await show.tookOver();
  expect(rangesAsked(rig, show)).toEqual([null, 'bytes=200000-']);
});
