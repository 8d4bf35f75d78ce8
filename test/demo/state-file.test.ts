import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runDemoCms } from '../../src/demo/run.ts';
import { callDemoCms } from './caller.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-demo-state-'));
});
afterEach(() => rm(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

test('edits, uploads, tokens and logins survive a restart', async () => {
  const stateFile = at('cms.json');
  const tokens = { clients: [{ clientId: '7', clientSecret: 's', redirectUri: 'http://127.0.0.1/c' }] };
  const form = new FormData();
  form.set('file', new Blob(['uploaded bytes']), 'x.txt');
  const first = await callDemoCms({ stateFile, tokens });
  const { content, login, playlistId } = first.cms;
  const uploaded = (await first.call('POST', 'mediafile', form)).body;
  const inMemory = content.addFile(
    { name: 'm', fileName: 'm.txt', mimeType: 'text/plain' },
    Buffer.from('from memory'),
  );
  const made = (await first.call('POST', 'playlist', { name: 'Made by hand' })).body;
  content.addEntry(playlistId, { media_file_id: uploaded.id, play_rule: 0, weekdays: 62 });
  const given = login.issueTokens('7');
  const before = (await first.get(`playlist/${playlistId}`)).body;
  const media = (await first.get('mediafile')).body;
  await first.cms.stop();

  await using second = await callDemoCms({ stateFile });
  expect(second.cms.token).toBe(first.cms.token);
  expect((await second.get(`playlist/${playlistId}`)).body).toEqual(before);
  expect((await second.get(`playlist/${made.id}`)).body.name).toBe('Made by hand');
  const moved = (text: string): unknown => JSON.parse(text.replaceAll(second.cms.origin, first.cms.origin));
  expect(moved((await second.get('mediafile')).text)).toEqual(media);
  expect((await second.get(`mediafile/${uploaded.id}/download`)).text).toBe('uploaded bytes');
  expect((await second.get(`mediafile/${inMemory.id}/download`)).text).toBe('from memory');
  const authorization = `Bearer ${given.access_token}`;
  expect((await second.get('device', { authorization })).status).toBe(200);
  expect(second.cms.login.redeemRefresh(given.refresh_token, '7')).toMatchObject({ token_type: 'Bearer' });
  const next = (await second.call('POST', 'playlist', { name: 'next' })).body;
  expect(next.id).toBeGreaterThan(made.id);
});

test('an edit is on disk when saved() resolves, without a stop', async () => {
  await using caller = await callDemoCms({ stateFile: at('cms.json') });
  caller.cms.content.changePlaylist(caller.cms.playlistId, { name: 'Renamed' });
  await caller.cms.saved();
  expect(await readFile(at('cms.json'), 'utf8')).toContain('Renamed');
  expect((await stat(at('cms.json'))).mode & 0o777).toBe(0o600);
});

test('a failed write is made up for by the next edit', async () => {
  await using caller = await callDemoCms({ stateFile: at('cms.json') });
  const { content, playlistId, saved } = caller.cms;
  await mkdir(at('cms.json.new'));
  content.changePlaylist(playlistId, { name: 'Unwritten' });
  await expect(saved()).rejects.toMatchObject({ code: 'EISDIR' });
  await rmdir(at('cms.json.new'));
  content.changePlaylist(playlistId, { comment: 'written' });
  await saved();
  expect(JSON.parse(await readFile(at('cms.json'), 'utf8')).content.playlists[0]).toMatchObject({
    name: 'Unwritten',
    comment: 'written',
  });
});

test.each([
  '',
  'not JSON',
  '{"version":2}',
  '[]',
])('a state file that reads %j is set aside and not lost', async (text) => {
  await writeFile(at('cms.json'), text);
  await using caller = await callDemoCms({ stateFile: at('cms.json') });
  expect((await caller.get('playlist')).body).toHaveLength(2);
  const aside = (await readdir(folder)).find((name) => name.startsWith('cms.json.unreadable-'));
  expect(await readFile(at(aside ?? ''), 'utf8')).toBe(text);
});

test('an unreadable state file is an error, not an empty CMS', async () => {
  await expect(callDemoCms({ stateFile: folder })).rejects.toMatchObject({ code: 'EISDIR' });
});

test('a port in use is reported with its remedy', async () => {
  await using caller = await callDemoCms({ seed: 'empty' });
  const port = Number(new URL(caller.cms.origin).port);
  await expect(runDemoCms({ port })).rejects.toMatchObject({ code: 'port-in-use', kind: 'usage' });
});

test('everything stays in memory without a state file', async () => {
  const lines: string[] = [];
  const cms = await runDemoCms({ log: (line) => lines.push(line) });
  expect(lines.join()).toContain(cms.consoleUrl);
  expect(lines.join()).not.toContain(cms.token);
  await cms.stop();
  expect(await readdir(folder)).toEqual([]);
});

test('a deleted file costs its bytes and not the CMS', async () => {
  const stateFile = at('cms.json');
  const first = await callDemoCms({ stateFile, seed: 'empty' });
  const row = first.cms.content.addFile(
    { name: 'm', fileName: 'm.txt', mimeType: 'text/plain' },
    Buffer.from('x'),
  );
  await first.cms.stop();
  await rm(at('cms-media'), { recursive: true });
  await using second = await callDemoCms({ stateFile });
  expect((await second.get(`mediafile/${row.id}`)).status).toBe(200);
  expect((await second.get(`mediafile/${row.id}/download`)).status).toBe(404);
});
