import { expect, test } from 'vitest';
import { onDownload, showThenUpdate } from '../support/fault-downloads.ts';
import { reportRow } from '../support/report-row.ts';
import { type Rig, startRig } from '../support/rig.ts';
import { acceptAnything, without } from '../support/without.ts';

/** Without a length, the end of the connection looks like the end of the file. */
function closeEarly(rig: Rig, always: boolean): void {
  onDownload(rig.demo, ({ attempt, response, bytes }) => {
    if (attempt > 1 && !always) return false;
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
    response.writeHead(200, { connection: 'close' });
    response.end(bytes.subarray(0, 200_000));
    return true;
  });
}

test('row 10 · a body without a length that is closed early is refused by its hash, then downloaded again', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  closeEarly(rig, false);
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await show.tookOver();
});

test('row 10 · it is refused by its size where the server publishes no hash', async () => {
  await using rig = await startRig({ variants: { hash: 'none' } });
  const show = await showThenUpdate(rig);
  closeEarly(rig, true);
  const report = await show.parts.sync.once();
  expect(report.failed).toMatchObject([{ mediaFileId: show.added, code: 'media-cut-short' }]);
  show.stillPlays();
});

test('row 10 · control: without the check of the bytes half a picture counts as whole', async () => {
  const { startRig } = await without('download/accept.ts', acceptAnything);
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  closeEarly(rig, true);
  await show.parts.sync.once();
  await expect(show.tookOver()).rejects.toThrow();
  reportRow(10, { negativeControl: true });
});
