import { expect, test } from 'vitest';
import { PlaylistReader, type PlaylistReaderNeeds } from '../../src/main/cms/playlist-reader.ts';

/** A CMS with constant answers: a playlist of this many bytes at each address. */
function reader(bytes: number): PlaylistReader {
  const documents = new Map<string, unknown>();
  const read = async ({ url }: { readonly url: string }): Promise<unknown> => {
    const head = { id: url, name: url.padEnd(bytes, '.'), entries: [], mediaFiles: [] };
    const document = documents.get(url) ?? { head, entries: [], next: null };
    documents.set(url, document);
    return document;
  };
  return new PlaylistReader({ documents: { read } } as unknown as PlaylistReaderNeeds);
}

test('an unchanged playlist returns the same object', async () => {
  const playlists = reader(1_000);
  const first = await playlists.read('a', 'a');
  await playlists.read('b', 'b');
  expect(await playlists.read('a', 'a')).toBe(first);
});

test('the cache of assembled playlists is limited to 64 MiB: the oldest are assembled again', async () => {
  const playlists = reader(2 ** 20);
  const records = [];
  for (let number = 0; number < 70; number++) records.push(await playlists.read(`${number}`, `${number}`));
  expect(await playlists.read('69', '69')).toBe(records[69]);
  expect(await playlists.read('10', '10')).toBe(records[10]);
  expect(await playlists.read('0', '0')).not.toBe(records[0]);
});
