import { expect, test } from 'vitest';
import { show } from '../cms/still-plays.ts';
import { client, rawServer } from '../cms/support.ts';
import { reportRow } from '../support/report-row.ts';
import { clientWithout } from '../support/without.ts';

/** As text, because an object literal cannot express it: own fields with special names of JavaScript. */
const poison =
  '"__proto__":{"name":"polluted","isAdmin":true,"id":66606660666},"constructor":{"prototype":{"polluted":1}},' +
  '"prototype":{"x":1},"toString":"no function","hasOwnProperty":1,"valueOf":null,"then":"not a promise"';

test('row 53 · __proto__ and constructor: only known fields are copied, nothing is inherited', async () => {
  const server = await rawServer((request, response) => {
    const record = request.url?.includes('mediafile')
      ? `{${poison},"id":1,"name":"m","attachable_type":"PhysicalFile","attachable":{${poison},"mime_type":"image/png"}}`
      : `{${poison},"id":1,"name":"p","playlist_entries":[{${poison},"id":2,"media_file_id":1}]}`;
    const single = /\/1$/.test(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(single ? record : `{${poison},"data":[${record},{${poison}}]}`);
  });
  const { cms } = client(server.baseUrl);
  const answers = [
    await cms.playlists(),
    await cms.playlist('1'),
    await cms.mediaFiles(),
    await cms.devices(),
    await cms.deviceGroups(),
  ];
  expect(JSON.stringify(answers)).not.toMatch(/polluted|isAdmin|66606660666|not a promise/);
  for (const listing of [await cms.playlists(), await cms.mediaFiles()]) {
    expect(listing.records).toHaveLength(1);
    expect(listing.refused).toEqual([{ path: '[1].id', reason: { code: 'cms.record.missing' } }]);
    for (const record of listing.records) expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
});

test('row 53 · such ids and names pass through a whole cycle as plain text', async () => {
  const { rig, parts } = await show();
  rig.demo.content.changePlaylist(Number(rig.demo.playlistId), { name: '__proto__', comment: 'constructor' });
  await parts.sync.once();
  const edition = parts.store.active()?.edition ?? expect.fail();
  expect(edition.playlists[rig.demo.playlistId]?.name).toBe('__proto__');
  const odd = await rawServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      '[{"id":"__proto__","name":"a"},{"id":"constructor","name":"b"},{"id":"toString","name":"c"}]',
    );
  });
  const { records } = await client(odd.baseUrl).cms.playlists();
  expect(records.map(({ id }) => id)).toEqual(['__proto__', 'constructor', 'toString']);
});

test("row 53 · control: a decoder that copies every field changes a record's prototype", async () => {
  const { client } = await clientWithout<typeof import('../../src/main/cms/decode/playlist.ts')>(
    'cms/decode/playlist.ts',
    ({ decodePlaylist }) => ({
      decodePlaylist: (raw, ...rest) => Object.assign(decodePlaylist(raw, ...rest), raw),
    }),
  );
  const server = await rawServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`[{${poison},"id":1,"name":"p"}]`);
  });
  const [record] = (await client(server.baseUrl).cms.playlists()).records;
  expect(Object.getPrototypeOf(record)).toMatchObject({ isAdmin: true });
  reportRow(53, { negativeControl: true });
});
