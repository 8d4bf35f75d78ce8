/** The demo CMS with a large account, in its own process. Prints its address and token. */
import { startDemoCms } from '../../../src/demo/cms.ts';

const [, , playlists = '10000', mediaFiles = '100000', pageSize = '0'] = process.argv;
const demo = await startDemoCms({
  seed: 'empty',
  variants: {
    caching: 'etag',
    ...(pageSize === '0' ? {} : { paging: 'paginator', pageSize: Number(pageSize) }),
  },
});
const digits = (number: number, length: number): string => number.toString(16).padStart(length, '0');
for (let at = demo.content.playlists.size; at < Number(playlists); at++) {
  demo.content.addPlaylist({ name: `Playlist ${at}`, comment: 'one of many' });
}
for (let at = 0; at < Number(mediaFiles); at++) {
  demo.content.addStoredFile(
    { name: `Picture ${at}`, fileName: `picture-${at}.jpg`, mimeType: 'image/jpeg' },
    {
      from: { path: '/nowhere' },
      size: 100_000 + at,
      modifiedAt: 0,
      hashes: { md5: digits(at, 32), sha1: digits(at, 40), sha256: digits(at, 64) },
    },
  );
}
process.stdout.write(`${JSON.stringify({ baseUrl: demo.baseUrl, token: demo.token })}\n`);
