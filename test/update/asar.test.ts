import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { passingFolder } from '../release/support/folder.ts';
import { makePackage } from './support/site.ts';

// Electron shows an `.asar` file as a folder, and every package of it has one.

const electronsFs = new URL('../host/electron-like/asar.ts', import.meta.url).href;
const script = fileURLToPath(new URL('./support/in-electron.ts', import.meta.url));

async function inElectron(folder: string, file: string, times: number, keeps = '') {
  const args = ['--import', electronsFs, script, folder, file, '2.0.0', String(times), keeps];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as readonly string[];
}

const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

test('a player in Electron unpacks a release with its archive, and removes it again', async () => {
  const folder = await passingFolder('asar');
  const file = await makePackage('2.0.0');
  expect(await inElectron(folder, file, 1, 'kept')).toEqual(['taken', 'tidied']);
  const found = await filesIn(folder);
  expect(found.map((path) => path.split('/').slice(2).join('/')).sort()).toEqual([
    'complete',
    'resources/app.asar',
    'resources/some.txt',
    'vitrine',
  ]);
  const archive = found.find((path) => path.endsWith('.asar')) ?? '';
  expect((await readFile(join(folder, archive))).toString()).toContain('package.json');
  expect(await inElectron(folder, file, 0)).toEqual(['tidied']);
  expect(await filesIn(folder)).toEqual([]);
});

test('ten updates that fail in Electron leave no byte behind', async () => {
  const folder = await passingFolder('asar');
  const file = await makePackage('2.0.0', '', '1.9.9');
  const why = 'Release 2.0.0 reports version 1.9.9.';
  expect(await inElectron(folder, file, 10)).toEqual([...Array(10).fill(why), 'tidied']);
  expect(await filesIn(folder)).toEqual([]);
});
