import { expect, test } from 'vitest';
import type { CmsApi } from '../../src/main/cms/api.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { MediaFileLookup } from '../../src/main/sync/media-files.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { mediaFile } from '../support/records.ts';

const notFound = new VitrineError('permanent', 'cms-not-found', verbatim('404'));
const notAllowed = new VitrineError('permanent', 'cms-refused', verbatim('405'));
const outage = new VitrineError('temporary', 'cms-server-error', verbatim('500'));

interface Library {
  readonly size: number;
  /** The failure of single requests. */
  singles?: VitrineError;
}

/** A CMS with the media files `0`, `1` … that records its requests. */
function libraryOf(library: Library) {
  const { size } = library;
  const requested: string[] = [];
  const records = Array.from({ length: size }, (_, id) => mediaFile(String(id)));
  const cms: Partial<CmsApi> = {
    mediaFile: async (id) => {
      requested.push(id);
      if (library.singles) throw library.singles;
      const record = records[Number(id)];
      if (record === undefined) throw notFound;
      return record;
    },
    mediaFiles: async () => {
      requested.push('list');
      return { records, refused: [] };
    },
  };
  const lookup = new MediaFileLookup(cms as CmsApi);
  const find = async (ids: readonly string[]) => {
    requested.length = 0;
    const { files, answers } = await lookup.find(ids, {});
    return { requested: [...requested], found: [...files.keys()], answers };
  };
  return { find, records };
}

const ids = (count: number) => Array.from({ length: count }, (_, id) => String(id));

test('few media files are requested one by one, more are looked up in the list', async () => {
  const few = libraryOf({ size: 100 });
  // The first one is requested twice: the first request probes the endpoint.
  expect(await few.find(ids(24))).toMatchObject({ requested: ['0', ...ids(24)], found: ids(24) });
  const many = libraryOf({ size: 100 });
  expect(await many.find(ids(25))).toMatchObject({ requested: ['list'], found: ids(25) });
});

test('a large library raises the number of single requests, up to a bound', async () => {
  const { find } = libraryOf({ size: 4021 });
  await find(ids(4000));
  expect((await find(ids(200))).requested).toHaveLength(201);
  expect((await find(ids(201))).requested).toEqual(['list']);
  const small = libraryOf({ size: 40 });
  await small.find(ids(40));
  expect((await small.find(ids(2))).requested).toEqual(['list']);
});

test('an empty lookup sends no request', async () => {
  expect(await libraryOf({ size: 9 }).find([])).toMatchObject({ requested: [], found: [] });
});

test('a media file that the CMS lacks is left out and counts as an answer', async () => {
  const { find, records } = libraryOf({ size: 2 });
  const { found, answers } = await find(['1', '7']);
  expect(found).toEqual(['1']);
  expect(answers).toEqual([records[1], null]);
  const listed = libraryOf({ size: 30 });
  expect((await listed.find([...ids(30), '77'])).found).toEqual(ids(30));
});

test.each([
  ['not found', notFound],
  ['not allowed', notAllowed],
])('three answers “%s” in a row mean that there are no single media files: the list is used from then on', async (_, singles) => {
  const { find } = libraryOf({ size: 9, singles });
  expect(await find(ids(5))).toMatchObject({ requested: ['0', '1', '2', 'list'], found: ids(5) });
  expect((await find(ids(5))).requested).toEqual(['list']);
});

test('an outage is thrown and does not count as a missing endpoint', async () => {
  const { find } = libraryOf({ size: 9, singles: outage });
  await expect(find(ids(2))).rejects.toBe(outage);
});

test('a refusal is thrown once the endpoint is known to exist', async () => {
  const records = new Map([['0', mediaFile('0')]]);
  const mediaFileOf: CmsApi['mediaFile'] = async (id) => records.get(id) ?? Promise.reject(notAllowed);
  const lookup = new MediaFileLookup({ mediaFile: mediaFileOf } as Partial<CmsApi> as CmsApi);
  await lookup.find(['0'], {});
  await expect(lookup.find(['1'], {})).rejects.toBe(notAllowed);
});

test('a server that loses the endpoint of single media files loses none of them', async () => {
  const library: Library = { size: 9 };
  const { find } = libraryOf(library);
  await find(ids(5));
  library.singles = notFound;
  expect(await find(ids(5))).toMatchObject({ requested: [...ids(5), 'list'], found: ids(5) });
  expect((await find(ids(5))).found).toEqual(ids(5));
});

test('a server that refuses single media files from now on fails one lookup, and then the list is used', async () => {
  const library: Library = { size: 9 };
  const { find } = libraryOf(library);
  await find(ids(5));
  library.singles = notAllowed;
  await expect(find(ids(5))).rejects.toBe(notAllowed);
  expect(await find(ids(5))).toMatchObject({ requested: ['0', '1', '2', 'list'], found: ids(5) });
});
