import { expect, test } from 'vitest';
import { addPictures } from '../support/pictures.ts';
import { reportRow } from '../support/report-row.ts';
import { type Rig, startRig } from '../support/rig.ts';
import { without } from '../support/without.ts';

/** The CMS lists only this many entries, in this many answers. */
function shrink(rig: Rig, keep: number, answers: number): void {
  let left = answers;
  rig.demo.intercept = (request, response) => {
    if (!/\/playlist\/\d+$/.test(request.url ?? '') || left-- <= 0) return false;
    const { playlistId, content } = rig.demo;
    const playlist = content.playlists.get(Number(playlistId));
    const playlist_entries = content.entriesOf(playlistId).slice(0, keep);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...playlist, playlist_entries }));
    return true;
  };
}

const entriesOf = (rig: Rig, parts: Awaited<ReturnType<Rig['open']>>): number =>
  parts.store.active()?.edition.playlists[rig.demo.playlistId]?.entries.length ?? -1;

test.each([
  ['an empty list', 0],
  ['under half of ten', 4],
])('row 45 · %s is requested again, and rejected when the second answer is whole', async (_, keep) => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 10);
  const parts = await rig.open();
  await parts.sync.once();
  shrink(rig, keep, 1);
  expect(await parts.sync.once()).toMatchObject({ changed: false });
  expect(entriesOf(rig, parts)).toBe(10);
});

test.each([0, 4])('row 45 · it is accepted when it comes twice (%i entries)', async (keep) => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 10);
  const parts = await rig.open();
  await parts.sync.once();
  const before = performance.now();
  shrink(rig, keep, 1000);
  expect(await parts.sync.once()).toMatchObject({ changed: true });
  expect(performance.now() - before).toBeGreaterThanOrEqual(19);
  expect(entriesOf(rig, parts)).toBe(keep);
});

test('row 45 · control: without the second request one bad answer empties the screen', async () => {
  const { startRig } = await without<typeof import('../../src/main/sync/sanity.ts')>(
    'sync/sanity.ts',
    () => ({
      looksLossy: () => false,
    }),
  );
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 10);
  const parts = await rig.open();
  await parts.sync.once();
  shrink(rig, 0, 1);
  await parts.sync.once();
  expect(entriesOf(rig, parts)).toBe(0);
  reportRow(45, { negativeControl: true });
});
