import { expect, test } from 'vitest';
import { onDownload, showThenUpdate } from '../support/fault-downloads.ts';
import { reportRow } from '../support/report-row.ts';
import { type Rig, startRig } from '../support/rig.ts';
import { acceptAnything, without } from '../support/without.ts';

function lie(rig: Rig, by: number, times: number): void {
  onDownload(rig.demo, ({ attempt, response, bytes }) => {
    if (attempt > times) return false;
    // A raw answer: Node's own server refuses to send a wrong length.
    response.socket?.end(
      Buffer.concat([
        Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length + by}\r\nconnection: close\r\n\r\n`),
        bytes,
      ]),
    );
    return true;
  });
}

test.each([
  ['short', -100_000],
  ['long', 100_000],
])('row 11 · a Content-Length that is too %s is refused and retried', async (_, by) => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  lie(rig, by, 1);
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await show.tookOver();
});

test.each([
  -100_000, 100_000,
])('row 11 · while it persists (%i), the last good edition plays on', async (by) => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig, { limits: { refusalsUntilFailed: 100 } });
  lie(rig, by, 1000);
  expect((await show.parts.sync.once()).failed).toMatchObject([{ mediaFileId: show.added }]);
  show.stillPlays();
});

test('row 11 · control: without the check of the bytes the short file is accepted', async () => {
  const { startRig } = await without('download/accept.ts', acceptAnything);
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  lie(rig, -100_000, 1000);
  await show.parts.sync.once();
  await expect(show.tookOver()).rejects.toThrow();
  reportRow(11, { negativeControl: true });
});
