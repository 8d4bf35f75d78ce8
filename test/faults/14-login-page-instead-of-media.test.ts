import { expect, test } from 'vitest';
import { onDownload, showThenUpdate } from '../support/fault-downloads.ts';
import { reportRow } from '../support/report-row.ts';
import { type Rig, startRig } from '../support/rig.ts';
import { acceptAnything, without } from '../support/without.ts';

const page = '<!DOCTYPE html>\n<html><head><title>Welcome to the guest Wi-Fi</title></head></html>';

function loginPage(rig: Rig, times: number, type = 'image/png'): void {
  onDownload(rig.demo, ({ attempt, response }) => {
    if (attempt > times) return false;
    response.writeHead(200, { 'content-type': type }).end(page);
    return true;
  });
}

test('row 14 · a login page in place of media is refused by its bytes, even without a hash', async () => {
  await using rig = await startRig({ variants: { hash: 'none', fileSize: 'none' } });
  const show = await showThenUpdate(rig);
  loginPage(rig, 1000);
  const report = await show.parts.sync.once();
  expect(report.failed).toMatchObject([{ mediaFileId: show.added, code: 'media-is-page' }]);
  // After three refusals it has finally failed, so the rest of the update plays without it.
  expect(show.parts.store.active()?.complete).toBe(false);
  rig.demo.intercept = null;
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  expect(show.parts.store.active()?.complete).toBe(true);
});

test('row 14 · when every answer is a login page, the last good edition plays on', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  for (const entry of rig.demo.content.entriesOf(rig.demo.playlistId)) {
    if (String(entry.media_file_id) !== show.added) rig.demo.content.removeEntry(entry.id);
  }
  loginPage(rig, 1000, 'text/html');
  await show.parts.sync.once();
  show.stillPlays();
});

test('row 14 · control: without the check of the bytes the page would be shown as a picture', async () => {
  const { startRig } = await without('download/accept.ts', acceptAnything, {
    'media/kind.ts': () => ({ recognise: () => 'png' }),
  });
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  loginPage(rig, 1000);
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await expect(show.tookOver()).rejects.toThrow();
  reportRow(14, { negativeControl: true });
});
