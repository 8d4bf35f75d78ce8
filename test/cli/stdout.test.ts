import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { showing } from '../store/support/showings.ts';

const program = fileURLToPath(new URL('../../src/main/index.ts', import.meta.url));

/** In a shell, as a person would write it. */
function shell(
  line: string,
  dataDir: string,
): Promise<{ readonly code: number; readonly out: string; readonly log: string }> {
  const env = {
    PATH: process.env.PATH,
    VITRINE: `"${process.execPath}" "${program}"`,
    VITRINE_DATA_DIR: dataDir,
  };
  return new Promise((resolve) =>
    execFile(
      'bash',
      ['--norc', '-c', `set -o pipefail; vitrine() { eval "$VITRINE" '"$@"'; }; ${line}`],
      { env },
      (error, out, log) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, log }),
    ),
  );
}

test('an export of which the reader has seen enough ends at once and without a word', async () => {
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
});

test('an answer that cannot be written is a failure in one line', async () => {
  const dataDir = await temporaryFolder();
  const { code, log } = await shell('vitrine edition list --json > /dev/full', dataDir);
  expect(code).toBe(1);
  expect(log).toMatch(/^vitrine: The answer cannot be written: no space left on device\..*\n$/);
});

test('a stderr that is full does not matter', async () => {
  const dataDir = await temporaryFolder();
  expect(await shell('vitrine status 2> /dev/full', dataDir)).toEqual({ code: 1, out: '', log: '' });
});
