import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { demo, token } from '../cms/support.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { showing } from '../store/support/showings.ts';

const program = fileURLToPath(new URL('../../src/main/index.ts', import.meta.url));
const bundled = new URL('../../scripts/bundled.ts', import.meta.url).href;

/** Runs a line in a shell. */
function shell(
  line: string,
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly out: string; readonly log: string }> {
  const env = {
    PATH: process.env.PATH,
    NODE: process.execPath,
    PROGRAM: program,
    BUNDLED: bundled,
    VITRINE_DATA_DIR: dataDir,
    ...more,
  };
  return new Promise((resolve) =>
    execFile(
      'bash',
      [
        '--norc',
        '-c',
        `set -o pipefail; vitrine() { "$NODE" --import "$BUNDLED" "$PROGRAM" "$@"; }; ${line}`,
      ],
      { env },
      (error, out, log) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, log }),
    ),
  );
}

test('an export whose reader closes the pipe ends at once without a message', { tags: 'long' }, async () => {
  const dataDir = await temporaryFolder();
  const { store } = await opened(dataDir);
  for (let number = 0; number < 600; number++) store.proof.start(showing(number));
  await store.close();
  const { code, out, log } = await shell('vitrine proof export | head -1', dataDir);
  expect({ code, out, log }).toEqual({
    code: 141,
    out: expect.stringMatching(/^id,screenId,.*\n$/),
    log: '',
  });
  const all = await shell('vitrine proof export | wc -l', dataDir);
  expect(all).toEqual({ code: 0, out: expect.stringContaining('601'), log: '' });
  const report = await shell('TZ=UTC VITRINE_LANGUAGE=de vitrine proof export --report', dataDir);
  expect(report).toMatchObject({ code: 0, log: '' });
  expect(report.out).toMatch(/^\uFEFFDatum;Beitrag;.*\n2026-01-01;;a;1;;600;0;0;0;2026-01-01T00:00:00/);
});

test('unwritable output is a one-line failure', async () => {
  const dataDir = await temporaryFolder();
  const { code, log } = await shell('vitrine edition list --json > /dev/full', dataDir);
  expect(code).toBe(1);
  expect(log).toMatch(/^vitrine: Cannot write the output: no space left on device\..*\n$/);
});

test('a full stderr does not matter', async () => {
  const dataDir = await temporaryFolder();
  expect(await shell('vitrine status 2> /dev/full', dataDir)).toEqual({ code: 1, out: '', log: '' });
});

test('a prompt reads a line of stdin; no answer means no', { tags: 'long' }, async () => {
  const cms = await demo();
  const env = { VITRINE_CMS_URL: cms.baseUrl, VITRINE_CMS_TOKEN: token };
  const remove = (before: string) =>
    shell(`${before} vitrine cms playlist delete ${cms.playlistId}`, '/nonexistent', env);
  for (const before of ['echo n |', '</dev/null', 'echo yesterday |']) {
    const { code, out, log } = await remove(before);
    expect({ code, out }, before).toEqual({ code: 1, out: '' });
    expect(log).toMatch(/Delete it\? \[y\/N\] \n?vitrine: Not confirmed: nothing was changed\. .*--yes/);
  }
  expect(cms.content.playlists.has(Number(cms.playlistId))).toBe(true);
  expect(await remove('echo y |')).toMatchObject({ code: 0, out: `Deleted playlist ${cms.playlistId}.\n` });
});

test('an answer for a file is complete, with nothing before it and nothing on stdout', async () => {
  const dataDir = await temporaryFolder();
  const { store } = await opened(dataDir);
  store.proof.start(showing(1));
  await store.close();
  const file = join(dataDir, 'answer');
  const env = { VITRINE_ANSWER_FILE: file };
  expect(await shell('vitrine proof export', dataDir, env)).toEqual({ code: 0, out: '', log: '' });
  expect(readFileSync(file, 'utf8')).toMatch(/^id,screenId,/);
  const nowhere = await shell('vitrine --version', dataDir, {
    VITRINE_ANSWER_FILE: join(dataDir, 'no', 'where'),
  });
  expect(nowhere).toMatchObject({ code: 1, out: '' });
  expect(nowhere.log).toMatch(/^vitrine: Cannot write the output: no such file or directory\./);
});

test('no answer passes control characters of a CMS name to the terminal', async () => {
  const cms = await demo();
  const name = 'a\u202egnp.exe\u009b2Jb\u001b]0;title\u0007';
  cms.content.addPlaylist({ name });
  const env = { VITRINE_CMS_URL: cms.baseUrl, VITRINE_CMS_TOKEN: token };
  for (const json of ['', ' --json']) {
    const { code, out } = await shell(`vitrine cms playlist list${json}`, await temporaryFolder(), env);
    expect(code).toBe(0);
    expect(out).toContain('gnp.exe');
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    if (json !== '') expect(JSON.stringify(JSON.parse(out))).toContain('\u202e');
  }
});
