import { expect, test } from 'vitest';
import { show } from '../cms/still-plays.ts';
import { client, demo, failure, json, rawServer } from '../cms/support.ts';
import { reportRow } from '../support/report-row.ts';
import { clientWithout } from '../support/without.ts';

test('row 20 · a record added or deleted between two pages: the whole list is read again', async () => {
  for (const change of ['delete', 'add'] as const) {
    const server = await demo({ seed: 'empty', variants: { paging: 'paginator', pageSize: 5 } });
    for (let at = 0; at < 20; at++) server.content.addPlaylist({ name: `p${at}`, comment: '' });
    let changed = false;
    server.intercept = (request) => {
      if (changed || !request.url?.includes('page=3')) return false;
      changed = true;
      // A deletion on a page that was read already shifts one record out of the next page.
      if (change === 'delete') server.content.removePlaylist(Number(server.playlistId));
      else server.content.addPlaylist({ name: 'late', comment: '' });
      return false;
    };
    const { records } = await client(server.baseUrl).cms.playlists();
    expect(changed).toBe(true);
    expect(records.map(({ id }) => id).sort()).toEqual(
      [...server.content.playlists.keys()].map(String).sort(),
    );
  }
});

test('row 20 · a list that keeps changing is a temporary failure or its last state, never an endless loop', async () => {
  let total = 100;
  const server = await rawServer((request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
    const data = Array.from({ length: 10 }, (_, at) => ({ id: page * 1000 + total * 10 + at, name: 'p' }));
    json(response, { data, current_page: page, last_page: 3, total: total++ });
  });
  await client(server.baseUrl).cms.playlists();
  expect(server.requests).toHaveLength(9);
});

test('row 20 · a later page that disappears: the list is read again', async () => {
  let calls = 0;
  const server = await rawServer((request, response) => {
    calls++;
    if (request.url?.includes('page=2')) return json(response, { message: 'no such page' }, 404);
    json(response, { data: [{ id: 1, name: 'p' }], current_page: 1, last_page: calls === 1 ? 2 : 1 });
  });
  expect((await client(server.baseUrl).cms.playlists()).records).toHaveLength(1);
  expect(calls).toBe(3);
});

test('row 20 · 409 is retried while reading, and reported while changing', async () => {
  const { rig, parts, restart, refused, stillPlays } = await show();
  await parts.close();
  const again = await restart({});
  let left = 1;
  rig.demo.intercept = (_, response) => {
    if (left-- <= 0) return false;
    json(response, { message: 'conflict' }, 409);
    return true;
  };
  await again.sync.once();
  stillPlays(again);
  left = 1000;
  await refused('cms-conflict', again);
  rig.demo.intercept = (request, response) => {
    if (request.method !== 'PUT') return false;
    json(response, { message: 'edited meanwhile' }, 409);
    return true;
  };
  const error = await failure(
    client(rig.demo.baseUrl, {
      credentials: { current: async () => rig.demo.token, refresh: async () => false, secrets: () => [] },
    }).cms.updatePlaylist(rig.demo.playlistId, { name: 'x' }),
  );
  expect(error).toMatchObject({ code: 'cms-conflict' });
});

test('row 20 · control: without the check a record that shifted between pages is lost', async () => {
  const { client, demo } = await clientWithout<typeof import('../../src/main/cms/unsteady.ts')>(
    'cms/unsteady.ts',
    () => ({ movedBetween: () => null }),
  );
  const server = await demo({ seed: 'empty', variants: { paging: 'paginator', pageSize: 5 } });
  for (let at = 0; at < 20; at++) server.content.addPlaylist({ name: `p${at}`, comment: '' });
  let changed = false;
  server.intercept = (request) => {
    if (changed || !request.url?.includes('page=3')) return false;
    changed = true;
    server.content.removePlaylist(Number(server.playlistId));
    return false;
  };
  const { records } = await client(server.baseUrl).cms.playlists();
  const found = new Set(records.map(({ id }) => id));
  expect([...server.content.playlists.keys()].filter((id) => !found.has(String(id)))).toHaveLength(1);
  reportRow(20, { negativeControl: true });
});
