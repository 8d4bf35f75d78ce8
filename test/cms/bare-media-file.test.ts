import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { picture } from '../support/pictures.ts';
import { openParts } from '../support/rig.ts';
import { json, rawServer } from './support.ts';

const page = Buffer.from('<!doctype html><title>Log in</title>');

test('a media file with only id and name plays as the kind that its bytes have, and as no other', async () => {
  const bytes: Readonly<Record<string, Uint8Array>> = { 1: picture(1), 2: picture(2), 3: page };
  const names: Readonly<Record<string, string>> = { 1: 'Welcome', 2: 'clip.mp4', 3: 'menu.png' };
  const server = await rawServer((request, response) => {
    const [, id] = /^\/api\/v1\.0\/mediafile\/(\d+)\/download$/.exec(request.url ?? '') ?? [];
    if (id !== undefined) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes[id]);
    } else if (request.url?.startsWith('/api/v1.0/playlist/9')) {
      const entries = Object.keys(names).map((media_file_id, index) => ({
        id: index + 1,
        index,
        media_file_id,
      }));
      json(response, { id: 9, name: 'Lobby', playlist_entries: entries });
    } else if (request.url?.startsWith('/api/v1.0/mediafile')) {
      const one = /mediafile\/(\d+)$/.exec(request.url)?.[1];
      const records = Object.entries(names).map(([id, name]) => ({ id: Number(id), name }));
      json(response, one === undefined ? records : records.find(({ id }) => String(id) === one));
    } else json(response, {}, 404);
  });
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bare-'));
  const parts = await openParts({
    folder,
    cms: { baseUrl: server.baseUrl, token: 'a-token', playlistId: '9' },
  });
  onTestFinished(async () => {
    await parts.close();
    await rm(folder, { recursive: true, force: true });
  });
  const report = await parts.sync.once();
  expect(report.failed).toMatchObject([{ mediaFileId: '3', code: 'media-is-page' }]);
  const edition = parts.store.active()?.edition ?? expect.fail();
  const { objects } = parts.store.holdings(edition);
  expect([...objects].map(([id, { kind, extension }]) => [id, kind, extension]).sort()).toEqual([
    ['1', 'image', 'png'],
    ['2', 'image', 'png'],
  ]);
});
