// The demo CMS in its own process, with the requested number of playlist entries and media files.
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startDemoCms } from '../../../src/demo/cms.ts';
import { addPictures, noise, picture } from '../../../test/support/pictures.ts';

/** Its message to the parent when it is ready. */
export interface BenchServer {
  readonly baseUrl: string;
  readonly token: string;
  readonly playlistId: string;
  readonly mediaFileIds: readonly string[];
}

const [scenario = '', folder = ''] = process.argv.slice(2);
// 304 costs the server nothing, and a good CMS sends it; without it every poll transfers the whole list.
const demo = await startDemoCms({ seed: 'empty', variants: { caching: 'etag', hash: 'sha256' } });
const { content, playlistId, baseUrl, token } = demo;
let mediaFileIds: readonly string[];
if (scenario === 'large') {
  const path = join(folder, 'large.png');
  await writeLargePicture(path, 2 ** 30);
  const file = await content.addFileFromPath(
    { name: 'Large', fileName: 'large.png', mimeType: 'image/png' },
    path,
  );
  content.addEntry(playlistId, { media_file_id: file.id, duration: 5 });
  mediaFileIds = [String(file.id)];
} else {
  const [entries = 0, objects = 0, bytes = 0] = scenario.split('x').map(Number);
  mediaFileIds = addPictures(content, playlistId, Math.min(entries, objects), bytes);
  for (let index = mediaFileIds.length; index < entries; index++) {
    content.addEntry(playlistId, { media_file_id: Number(mediaFileIds[index % objects]), duration: 5 });
  }
}
process.send?.({ baseUrl, token, playlistId, mediaFileIds } satisfies BenchServer);
process.on('message', (message) => {
  if (message === 'change') addPictures(content, playlistId, 1, 1000, 1_000_000);
});
process.on('disconnect', () => process.exit());

/** A picture padded to this size, written in blocks. */
async function writeLargePicture(path: string, bytes: number): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'w');
  const head = picture(1, 0);
  await file.write(head);
  const block = noise(7, 2 ** 20);
  for (let left = bytes - head.length; left > 0; left -= block.length) {
    await file.write(block.subarray(0, Math.min(left, block.length)));
  }
  await file.close();
  if ((await stat(path)).size !== bytes) throw new Error('the large picture has another size than asked for');
}
