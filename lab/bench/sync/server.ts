// The demo CMS in its own process, with the requested number of playlist entries and media files.
import { join } from 'node:path';
import { startDemoCms } from '../../../src/demo/cms.ts';
import { addPictures } from '../../../test/support/pictures.ts';
import { writeLargePicture } from './large-picture.ts';

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
