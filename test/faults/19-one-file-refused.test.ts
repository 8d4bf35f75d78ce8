import { expect, test } from 'vitest';
import { downloadsOf, onDownload, showThenUpdate } from '../support/fault-downloads.ts';
import { addPictures } from '../support/pictures.ts';
import { reportRow } from '../support/report-row.ts';
import { startRig } from '../support/rig.ts';

test.each([
  [403, 'media-forbidden', 3],
  [404, 'media-gone', 1],
  [410, 'media-gone', 1],
])('row 19 · %i on one file: it is skipped and reported, and the edition becomes active', async (status, code, requested) => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  const [other = ''] = addPictures(rig.demo.content, rig.demo.playlistId, 1, 1000, 90);
  onDownload(rig.demo, ({ mediaFileId, response }) => {
    if (mediaFileId !== show.added) return false;
    response.writeHead(status).end();
    return true;
  });
  const report = await show.parts.sync.once();
  expect(report).toMatchObject({ changed: true, downloaded: 1, failed: [{ mediaFileId: show.added, code }] });
  expect(downloadsOf(rig.demo, show.added)).toHaveLength(requested);
  const active = show.parts.store.active() ?? expect.fail();
  expect(active.complete).toBe(false);
  expect(show.parts.store.holdings(active.edition).objects.has(other)).toBe(true);
});

test('row 19 · control: if refusals do not count, the update waits forever', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig, { limits: { refusalsUntilFailed: Number.POSITIVE_INFINITY } });
  onDownload(rig.demo, ({ response }) => {
    response.writeHead(403).end();
    return true;
  });
  await show.parts.sync.once();
  show.stillPlays();
  reportRow(19, { negativeControl: true });
});
