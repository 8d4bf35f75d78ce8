import { expect, test } from 'vitest';
import { onDownload } from '../support/fault-downloads.ts';
import { addPictures } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';

/** Answer of the server, error code, number of attempts of `once`, and whether it counts as a refusal. */
const cases = [
  [404, 'media-gone', 1, true],
  [410, 'media-gone', 1, true],
  [401, 'media-login', 1, false],
  [403, 'media-forbidden', 3, true],
  [400, 'media-refused', 3, true],
  [304, 'media-refused', 3, true],
  [408, 'media-server-error', 3, false],
  [425, 'media-server-error', 3, false],
  [429, 'media-rate-limited', 3, false],
  [500, 'media-server-error', 3, false],
  [599, 'media-server-error', 3, false],
  // Only an answer of another origin can be the login page of the network.
  [511, 'media-server-error', 3, false],
] as const;

test('each HTTP status of a download has its own error and retries', async () => {
  await using rig = await startRig();
  const ids = addPictures(rig.demo.content, rig.demo.playlistId, cases.length);
  const tries = new Map<string, number>();
  onDownload(rig.demo, ({ mediaFileId, attempt, response }) => {
    tries.set(mediaFileId, attempt);
    response.writeHead(cases[ids.indexOf(mediaFileId)]?.[0] ?? 200).end();
    return true;
  });
  const { sync, store } = await rig.open();
  const { failed } = await sync.once();
  const found = cases.map(([status], at) => {
    const id = ids[at] ?? '';
    const { code } = failed.find(({ mediaFileId }) => mediaFileId === id) ?? expect.fail();
    const file = store.staged()?.edition.mediaFiles[id] ?? expect.fail();
    const record = store.attempt('test', file.download?.marker ?? '');
    return [status, code, tries.get(id), (record?.refusals ?? 0) > 0];
  });
  expect(found).toEqual(cases);
});

test('a login that is refused after its renewal is not renewed again', async () => {
  await using rig = await startRig();
  const [id] = addPictures(rig.demo.content, rig.demo.playlistId, 1);
  let requested = 0;
  onDownload(rig.demo, ({ response }) => {
    response.writeHead(++requested > 10 ? 404 : 401).end();
    return true;
  });
  const { sync } = await rig.open({ wrapCms: (cms) => ({ ...cms, refreshLogin: async () => true }) });
  expect((await sync.once()).failed).toMatchObject([{ mediaFileId: id, code: 'media-login' }]);
  expect(requested).toBe(2);
});
