import { expect, test } from 'vitest';
import { client, failure, rawServer } from '../cms/support.ts';
import { reportRow } from '../support/report-row.ts';

const ids = [
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '18446744073709551615',
  '123456789012345678901234567890',
  '-1',
  '-9007199254740993',
];

async function answering(body: string) {
  return rawServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
}

test('row 54 · ids above 2^53, negative ids and text ids keep their digits', async () => {
  const asNumbers = await answering(`[${ids.map((id) => `{"id":${id},"name":"n"}`)}]`);
  const asText = await answering(JSON.stringify(ids.map((id) => ({ id, name: 'n' }))));
  for (const server of [asNumbers, asText]) {
    const { records, refused } = await client(server.baseUrl).cms.playlists();
    expect(records.map(({ id }) => id)).toEqual(ids);
    expect(refused).toEqual([]);
  }
});

test('row 54 · a reference equals the id that it refers to, however each is written', async () => {
  const big = '9007199254740993';
  const server = await rawServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (request.url?.includes('mediafile'))
      response.end(`[{"id":"${big}","name":"m","attachable_type":"PhysicalFile","attachable":{}}]`);
    else response.end(`{"id":${big},"name":"p","playlist_entries":[{"id":1,"media_file_id":${big}}]}`);
  });
  const { cms } = client(server.baseUrl);
  const playlist = await cms.playlist(big);
  const [file] = (await cms.mediaFiles()).records;
  expect(playlist.entries?.[0]?.mediaFileId).toBe(file?.id);
  expect(server.requests[0]?.url).toBe(`/api/v1.0/playlist/${big}`);
});

test('row 54 · an invalid id is refused with its path, never rounded', async () => {
  const bad = ['1.5', '1e400', 'null', 'true', '""', '{}', '[]', '0.1', '9007199254740993.5'];
  const server = await answering(`[${bad.map((id) => `{"id":${id},"name":"n"}`)}]`);
  const listing = await client(server.baseUrl).cms.playlists();
  expect(listing.records).toEqual([]);
  expect(listing.refused.map(({ path }) => path)).toEqual(bad.map((_, at) => `[${at}].id`));
  const single = await answering('{"id":1.5,"name":"n"}');
  expect(await failure(client(single.baseUrl).cms.mediaFile('1'))).toMatchObject({ code: 'cms-bad-record' });
});

test('row 54 · control: plain parsing would have rounded them', () => {
  expect(String((JSON.parse('{"id":9007199254740993}') as { id: number }).id)).not.toBe('9007199254740993');
  reportRow(54, { negativeControl: true });
});
