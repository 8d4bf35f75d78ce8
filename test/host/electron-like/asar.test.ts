import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeArchive } from '../../packaging/archive.ts';
import { passingFolder } from '../../release/support/folder.ts';

const electronsFs = new URL('asar.ts', import.meta.url).href;
const addon = `prebuilds/${process.platform}-${process.arch}.node`;
const native = fileURLToPath(new URL(`../../../node_modules/better-sqlite3/${addon}`, import.meta.url));

/** An app in one archive: the main thread prints what each thread can load and read of it. */
const app: Readonly<Record<string, string>> = {
  'package.json': '{"type":"module","main":"main.js"}',
  'main.js': `import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { report } from './report.js';
const worker = new Worker(new URL('./worker.js', import.meta.url));
const [inWorker] = await once(worker, 'message');
console.log(JSON.stringify([await report(), inWorker]));`,
  'worker.js': `import { parentPort } from 'node:worker_threads';
import { report } from './report.js';
parentPort.postMessage(await report());`,
  'report.js': `import { open, readFile, stat } from 'node:fs/promises';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
const at = (name) => new URL(name, import.meta.url);
export async function report() {
  const { lazy } = await import('./parts/lazy.js');
  const { default: pack } = await import('pack');
  const file = await open(at('text.txt'));
  const opened = await file.readFile('utf8');
  await file.close();
  let streamed = '';
  for await (const piece of createReadStream(at('text.txt'))) streamed += piece;
  return [lazy, pack.required, typeof pack.addon, await readFile(at('text.txt'), 'utf8'), readFileSync(at('text.txt')).length,
    opened, streamed, (await stat(at('text.txt'))).size, existsSync(at('no.txt')), statSync(at('no.txt'), { throwIfNoEntry: false }),
    await import('./no.js').catch(({ code }) => code), await import('nopack').catch(({ code }) => code)];
}`,
  'parts/lazy.js': `export const lazy = 'lazy';`,
  'text.txt': 'a text',
  'node_modules/pack/package.json': '{"main":"lib/index.js"}',
  'node_modules/pack/lib/index.js': `exports.required = require('./more').value;
const file = require('path').join(__dirname, '../${addon}');
exports.addon = require('fs').existsSync(file) ? require(file) : null;`,
  'node_modules/pack/lib/more.js': `exports.value = 'required';`,
};

test('main thread and worker load modules, packages and native code from an archive and its unpacked folder', async () => {
  const folder = await passingFolder('asar');
  const archive = join(folder, 'app.asar');
  const nativePath = `node_modules/pack/${addon}`;
  await writeFile(archive, makeArchive({ ...app, [nativePath]: '' }, new Set([nativePath])));
  await mkdir(dirname(join(`${archive}.unpacked`, nativePath)), { recursive: true });
  await copyFile(native, join(`${archive}.unpacked`, nativePath));
  const args = ['--import', electronsFs, join(archive, 'main.js')];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const loaded = ['lazy', 'required', 'object', 'a text', 6, 'a text', 'a text', 6, false, null];
  const report = [...loaded, 'ERR_MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'];
  expect(JSON.parse(stdout)).toEqual([report, report]);
});

test('native code inside the archive is not loaded', async () => {
  const folder = await passingFolder('asar');
  const archive = join(folder, 'app.asar');
  await writeFile(archive, makeArchive({ ...app, [`node_modules/pack/${addon}`]: '' }));
  const args = ['--import', electronsFs, join(archive, 'main.js')];
  await expect(promisify(execFile)(process.execPath, args)).rejects.toThrow('nothing can load it');
});

test('the files of the stage are served from an archive, including those in folders', async () => {
  const folder = await passingFolder('asar');
  const archive = join(folder, 'app.asar');
  const appFiles = new URL('../../../src/main/show/app-files.ts', import.meta.url).href;
  const main = `import { fileURLToPath } from 'node:url';
import { createAppFiles } from '${appFiles}';
const serve = createAppFiles(fileURLToPath(new URL('./stage/', import.meta.url)));
for (const path of ['', 'index.html', 'assets/deep/a.js', 'assets', 'no.js'])
  console.log((await serve(new Request('http://app/' + path))).status);`;
  const stage = { 'stage/index.html': '<p>', 'stage/assets/deep/a.js': '1' };
  await writeFile(archive, makeArchive({ ...app, ...stage, 'main.js': main }));
  const args = ['--import', electronsFs, join(archive, 'main.js')];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout.trim().split('\n')).toEqual(['200', '200', '200', '404', '404']);
});
