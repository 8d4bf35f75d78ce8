import { expect, test } from 'vitest';
import { downloadsOf, onDownload, showThenUpdate } from '../support/fault-downloads.ts';
import { noise } from '../support/pictures.ts';
import { reportRow } from '../support/report-row.ts';
import { type Rig, startRig } from '../support/rig.ts';
import { acceptAnything, without } from '../support/without.ts';

/** The right size and type, other bytes. */
function corrupt(rig: Rig, times: number): void {
  onDownload(rig.demo, ({ attempt, response, bytes }) => {
    if (attempt > times) return false;
    const wrong = Buffer.concat([bytes.subarray(0, 100_000), noise(5, bytes.length - 100_000)]);
    response.writeHead(200, { 'content-length': wrong.length }).end(wrong);
    return true;
  });
}

test('row 12 · wrong bytes are discarded, and the next attempt downloads all of them', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  corrupt(rig, 1);
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await show.tookOver();
  expect(downloadsOf(rig.demo, show.added)[1]?.headers.range).toBeUndefined();
});

test('row 12 · while they stay wrong, it is reported and retried at growing intervals', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig, {
    limits: { refusalsUntilFailed: 100, firstRetryMs: 1000 },
    random: () => 1,
  });
  corrupt(rig, 1000);
  const report = await show.parts.sync.once();
  expect(report.failed).toMatchObject([{ mediaFileId: show.added, code: 'media-wrong-hash' }]);
  show.stillPlays();
  const marker = show.parts.store.staged()?.edition.mediaFiles[show.added]?.download?.marker ?? '';
  expect(show.parts.store.attempt('test', marker)).toMatchObject({ attempts: 3, refusals: 3, failed: false });
});

test('row 12 · control: without the check of the hash they are accepted', async () => {
  const { startRig } = await without('download/accept.ts', acceptAnything);
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  corrupt(rig, 1000);
  await show.parts.sync.once();
  await expect(show.tookOver()).rejects.toThrow();
  reportRow(12, { negativeControl: true });
});
