import { expect, test } from 'vitest';
import { brokenOff, rangesAsked } from '../support/broken-off.ts';
import {
  bigBytes,
  bigSeed,
  downloadsOf,
  etagOf,
  onDownload,
  showThenUpdate,
} from '../support/fault-downloads.ts';
import { picture } from '../support/pictures.ts';
import { reportRow } from '../support/report-row.ts';
import { startRig } from '../support/rig.ts';
import { without } from '../support/without.ts';

test('row 09 · a body that ends early is kept and resumed from its end', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  onDownload(rig.demo, ({ attempt, response, bytes }) => {
    if (attempt > 1) return false;
    response.writeHead(200, { 'content-length': bytes.length, etag: etagOf(bytes) });
    response.write(bytes.subarray(0, 200_000), () => response.destroy());
    return true;
  });
  const report = await show.parts.sync.once();
  expect(report).toMatchObject({ downloaded: 1, failed: [] });
  await show.tookOver();
  const [, second] = downloadsOf(rig.demo, show.added);
  expect(second?.headers).toMatchObject({
    range: 'bytes=200000-',
    'if-range': etagOf(picture(bigSeed, bigBytes)),
  });
  // The bytes that were there already were not transferred again.
  expect(report.bytes).toBe(bigBytes - 200_000);
});

test('row 09 · a part from before a restart of the player is resumed too', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig, { limits: { eagerAttempts: 1 } });
  onDownload(rig.demo, ({ attempt, response, bytes }) => {
    if (attempt > 1) return false;
    response.writeHead(200, { 'content-length': bytes.length, etag: etagOf(bytes) });
    response.write(bytes.subarray(0, 200_000), () => response.destroy());
    return true;
  });
  const report = await show.parts.sync.once();
  expect(report.failed).toMatchObject([{ mediaFileId: show.added }]);
  show.stillPlays();
  await show.parts.close();
  const again = await rig.open();
  expect(await again.sync.once()).toMatchObject({ downloaded: 1, failed: [], bytes: bigBytes - 200_000 });
});

test('row 09 · control: without the sidecar everything is downloaded again', async () => {
  const { startRig } = await without<typeof import('../../src/main/download/part-sidecar.ts')>(
    'download/part-sidecar.ts',
    () => ({ readSidecar: async () => null }),
  );
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  brokenOff(rig, () => false);
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [], bytes: bigBytes });
  expect(rangesAsked(rig, show)).toEqual([null, null]);
  reportRow(9, { negativeControl: true });
});
