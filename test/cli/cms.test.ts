import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { progressBar } from '../../src/main/cli/cms/progress-bar.ts';
import type { Invocation } from '../../src/main/cli/command.ts';
import { commandNames, loadCommand } from '../../src/main/cli/commands.ts';
import { table } from '../../src/main/cli/text/table.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { humanSize } from '../../src/main/ground/size.ts';
import { folder } from '../cms/login-support.ts';
import { demo, failure, json, rawServer, token } from '../cms/support.ts';
import { invoke, type Ran } from '../support/invoke.ts';

async function run(
  name: string,
  baseUrl: string,
  positionals: readonly string[] = [],
  values: Record<string, string | boolean> = {},
  more: Partial<Invocation> = {},
): Promise<Ran> {
  const command = await loadCommand(name);
  if (!command) throw new Error(`no command ${name}`);
  const env = { VITRINE_CMS_URL: baseUrl, VITRINE_CMS_TOKEN: token, HOME: '/nonexistent' };
  return invoke(command, { config: loadConfig({ env }), positionals, values, ...more });
}

test('every documented endpoint has a command with a summary', async () => {
  const names = commandNames.filter((name) => name.startsWith('cms '));
  expect(names).toEqual([
    'cms playlist list',
    'cms playlist get',
    'cms playlist create',
    'cms playlist update',
    'cms playlist delete',
    'cms mediafile list',
    'cms mediafile upload',
    'cms device list',
    'cms devicegroup list',
    'cms login',
  ]);
  for (const name of names) expect((await loadCommand(name))?.summary).toMatch(/^[A-Z].*\.$/);
});

test('a playlist is created, changed and deleted, with output for people and programs', async () => {
  const { baseUrl, content } = await demo();
  const made = await run('cms playlist create', baseUrl, ['Lobby'], { comment: 'ground floor', json: true });
  const { id } = JSON.parse(made.out) as { id: string };
  expect(await run('cms playlist update', baseUrl, [id], { name: 'Foyer' })).toMatchObject({
    code: 0,
    out: expect.stringContaining('Foyer'),
  });
  const list = await run('cms playlist list', baseUrl);
  const [head = '', ...rows] = list.out.trimEnd().split('\n');
  expect(head).toMatch(/^id {2,}name {2,}comment {2,}updated$/);
  const columns = ['name', 'comment', 'updated'].map((column) => head.indexOf(column));
  for (const row of rows)
    for (const column of columns) expect(row.slice(column - 2, column + 1)).toMatch(/^ {2}\S/);
  const read = JSON.parse((await run('cms playlist list', baseUrl, [], { json: true })).out) as {
    records: { id: string }[];
  };
  expect(read.records.map((record) => record.id)).toContain(id);
  const got = await run('cms playlist get', baseUrl, ['1']);
  expect(got.out).toContain('media file');
  expect(got.out).toContain('09:00:00 to 17:30:00, Mon Tue Wed Thu Fri');
  expect(await run('cms playlist delete', baseUrl, [id], { yes: true })).toMatchObject({
    code: 0,
    out: `Deleted playlist ${id}.\n`,
  });
  expect(content.playlists.has(Number(id))).toBe(false);
  expect(await failure(run('cms playlist get', baseUrl, [id]))).toMatchObject({ code: 'cms-not-found' });
  expect(await failure(run('cms playlist update', baseUrl, ['1']))).toMatchObject({ kind: 'usage' });
});

test('deleting a playlist lists its users and prompts first', async () => {
  const { baseUrl, content, playlistId } = await demo();
  const outer = await run('cms playlist create', baseUrl, ['Outer'], { json: true });
  const { id: outerId } = JSON.parse(outer.out) as { id: string };
  content.addEntry(outerId, { playlist_id_as_nested_playlist: Number(playlistId) });
  const requested: string[] = [];
  const answered = (yes: boolean) => ({
    ask: async (question: string) => {
      requested.push(question);
      return yes;
    },
  });
  const remove = (id: string, yes: boolean) => run('cms playlist delete', baseUrl, [id], {}, answered(yes));
  expect(await failure(remove(playlistId, false))).toMatchObject({ code: 'not-confirmed' });
  expect(content.playlists.has(Number(playlistId))).toBe(true);
  expect(requested).toEqual([
    `These use the playlist “Welcome” (${playlistId}): the device group “Demo group” (2), the playlist “Outer” (${outerId}). Delete it?`,
  ]);
  expect(await remove(outerId, true)).toMatchObject({ code: 0 });
  expect(requested.at(-1)).toBe(`Nothing uses the playlist “Outer” (${outerId}). Delete it?`);
  expect(content.playlists.has(Number(outerId))).toBe(false);
  expect(await failure(remove('4711', true))).toMatchObject({ code: 'cms-not-found' });
  expect(requested).toHaveLength(2);
});

test('media files, devices and groups are listed', async () => {
  const { baseUrl } = await demo();
  expect((await run('cms mediafile list', baseUrl)).out).toMatch(/id +name +kind +status +size +updated/);
  expect((await run('cms device list', baseUrl)).out).toContain('Demo screen');
  expect((await run('cms devicegroup list', baseUrl)).out).toContain('Demo group');
  const page = await run('cms mediafile upload', baseUrl, ['https://example.com/news'], { json: true });
  expect(JSON.parse(page.out)).toMatchObject({ name: 'example.com', kind: 'page' });
  const named = run('cms mediafile upload', baseUrl, ['/some/file.png'], { name: 'Other' });
  expect(await failure(named)).toMatchObject({
    code: 'wrong-usage',
    message: expect.stringContaining('--name is for web pages'),
  });
});

test('an upload shows a progress bar only on a terminal', async () => {
  const { baseUrl } = await demo();
  const path = join(await folder(), 'clip.png');
  await writeFile(path, Buffer.alloc(2_000_000));
  const quiet = await run('cms mediafile upload', baseUrl, [path]);
  expect(quiet.progress).toBe('');
  expect(quiet.out).toContain('clip');
  const shown = await run('cms mediafile upload', baseUrl, [path], {}, { isTerminal: true });
  expect(shown.progress).toContain(`[${'#'.repeat(30)}] 100 %`);
  expect(shown.progress.endsWith('\n')).toBe(true);
});

test('records left out of a list are reported on stderr', async () => {
  const odd = await rawServer((_, response) => json(response, [{ id: 1, name: 'a' }, { name: 'no id' }]));
  const ran = await run('cms device list', odd.baseUrl);
  expect(ran.out).not.toContain('no id');
  expect(ran.progress).toBe('left out: [1].id is missing\n');
});

test('columns fit any content', () => {
  const text = table(
    ['id', 'name'],
    [
      ['1', 'plain'],
      ['12', '日本語'],
      ['3', 'line\nbreak\u001b[31m and\ttab'],
      ['4', 'x'.repeat(200)],
      ['5', ''],
    ],
  );
  expect(text).toBe(
    `id  name\n 1  plain\n12  日本語\n 3  line break [31m and tab\n 4  ${'x'.repeat(59)}…\n 5\n`,
  );
  expect(
    table(
      ['a', 'b'],
      [
        ['日本', '1'],
        ['xyz', '2'],
      ],
    ),
  ).toBe('a     b\n日本  1\nxyz   2\n');
});

test('sizes and progress bars are formatted', () => {
  expect([0, 999, 1000, 1_234_567, 10_000_000_000].map(humanSize)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '1.2 MB',
    '10.0 GB',
  ]);
  let output = '';
  const bar = progressBar({
    isTerminal: true,
    progress: (text) => {
      output += text;
    },
  });
  bar.show(1, 2);
  bar.show(1, 2);
  bar.show(0, 0);
  bar.end();
  expect(output).toBe(`\r[${'#'.repeat(15)}${'.'.repeat(15)}]  50 %\r[${'#'.repeat(30)}] 100 %\n`);
});
