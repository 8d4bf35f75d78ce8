import { expect, test } from 'vitest';
import { inEnglish } from '../../src/shared/languages/message.ts';
import { show } from '../cms/still-plays.ts';
import { client, json, rawServer } from '../cms/support.ts';
import { reportRow } from '../support/report-row.ts';
import { clientWithout } from '../support/without.ts';

test('row 56 · unknown fields are ignored, and fields of a wrong type are reported with their path', async () => {
  const entries = [
    { id: 1, media_file_id: 5, duration: 10, mystery: { deep: [1] } },
    { id: 2, media_file_id: 5, duration: 'ten seconds' },
    { id: 3, mediaId: 5 },
    'not an entry',
    { id: 5, media_file_id: 5, duration: '7', index: '9' },
  ];
  const server = await rawServer((_, response) =>
    json(response, { id: 1, name: ['a list'], playlist_entries: entries }),
  );
  const playlist = await client(server.baseUrl).cms.playlist('1');
  expect(playlist.name).toBe('');
  expect(playlist.entries?.map(({ unreadable }) => unreadable && inEnglish(unreadable))).toEqual([
    null,
    'duration is not a number (text “ten seconds”)',
    'media_file_id is missing',
    'the record is not an object (text “not an entry”)',
    null,
  ]);
  expect(playlist.entries?.[4]).toMatchObject({ duration: 7, index: 9 });
});

test('row 56 · a renamed field is one line of configuration', async () => {
  const server = await rawServer((_, response) =>
    json(response, { data: { id: 1, name: 'p', slots: [{ id: 1, what: 5, secs: 8 }] } }),
  );
  const profile = {
    fields: { playlist: { playlist_entries: 'slots' }, entry: { media_file_id: 'what', duration: 'secs' } },
  };
  const playlist = await client(server.baseUrl, { profile }).cms.playlist('1');
  expect(playlist.entries).toMatchObject([{ mediaFileId: '5', duration: 8, unreadable: null }]);
});

test.each([
  ['a playlist without an id', { name: 'p', playlist_entries: [] }, 'cms-bad-record'],
  ['a playlist as text', '"p"', 'cms-bad-record'],
  ['entries as text', { id: 0, name: 'p', playlist_entries: 'none' }, 'cms-bad-answer'],
  ['nothing', null, 'cms-bad-record'],
  ['cut off in the middle', undefined, 'cms-not-json'],
])('row 56 · %s: refused with a reason, and the show goes on', async (_, body, code) => {
  const { rig, refused } = await show();
  const id = Number(rig.demo.playlistId);
  rig.demo.intercept = (request, response) => {
    if (!request.url?.endsWith(`/playlist/${id}`)) return false;
    response.writeHead(200, { 'content-type': 'application/json' });
    if (body === undefined) response.end(`{"id":${id},"name":"p","playlist_entr`);
    else response.end(JSON.stringify(body).replace('"id":0', `"id":${id}`));
    return true;
  };
  const error = await refused(code);
  expect(error.message).not.toBe('');
  expect(error.remedy).not.toBeNull();
});

test('row 56 · a body shorter than announced is a broken connection, not a short list', async () => {
  const server = await rawServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
    response.write('[]');
    setTimeout(() => request.socket.destroy(), 20);
  });
  await expect(client(server.baseUrl, { limits: { retries: 0 } }).cms.playlists()).rejects.toMatchObject({
    code: 'cms-unreachable-cut',
  });
});

test('row 56 · control: without a type check a length in words counts as a length', async () => {
  const { client } = await clientWithout<typeof import('../../src/main/cms/decode/fields.ts')>(
    'cms/decode/fields.ts',
    ({ FieldReader }) => ({
      FieldReader: class extends FieldReader {
        override number(record: Readonly<Record<string, unknown>>, ...names: readonly string[]) {
          const value = this.value(record, ...names);
          return value === null ? null : Number(value);
        }
      },
    }),
  );
  const entry = { id: 2, media_file_id: 5, duration: 'ten seconds' };
  const server = await rawServer((_, response) =>
    json(response, { id: 1, name: 'p', playlist_entries: [entry] }),
  );
  const { entries } = await client(server.baseUrl).cms.playlist('1');
  expect(entries).toMatchObject([{ duration: Number.NaN, unreadable: null }]);
  reportRow(56, { negativeControl: true });
});
