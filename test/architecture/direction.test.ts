import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { circles } from './circles.ts';
import { breaches, readSources } from './direction.ts';
import { importsOf } from './imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the sources', () => {
  const sources = [
    ...readSources(root, 'src'),
    ...readSources(root, 'test'),
    ...readSources(root, 'scripts'),
    ...readSources(root, 'lab'),
  ];

  it('are found', () => {
    expect(sources.map(({ path }) => path)).toContain('src/main/host/host.ts');
    const host = sources.find(({ path }) => path === 'src/main/host/electron/index.ts');
    expect(host?.imports).toEqual(expect.arrayContaining(['electron', 'src/main/host/host.ts']));
  });

  it('keep the direction', () => {
    // Fakes of Electron are typed against it, and belong to the host as much as its code does.
    const own = sources.filter(({ path }) => !path.startsWith('test/host/electron/'));
    expect(breaches(own)).toEqual([]);
  });

  it('run in no circle', () => {
    expect(circles(sources.filter(({ path }) => path.startsWith('src/')))).toEqual([]);
  });

  it('have at most 300 lines in a file', () => {
    const long = sources
      .map(({ path }) => path)
      .filter((path) => path.startsWith('src/'))
      .filter((path) => readFileSync(join(root, path), 'utf8').split('\n').length - 1 > 300);
    expect(long).toEqual([]);
  });

  it('import Electron at run time in two files only', () => {
    const files = sources.filter(
      ({ path, imports }) => path.startsWith('src/') && imports.includes('electron'),
    );
    expect(files.map(({ path }) => path).sort()).toEqual([
      'src/main/host/electron/api.ts',
      'src/main/host/electron/index.ts',
      'src/main/host/electron/preload.ts',
    ]);
  });
});

describe('a breach is found', () => {
  it.each([
    ['src/main/cms/client.ts', 'src/main/sync/diff.ts', 'sync comes after cms'],
    ['src/main/sync/cycle.ts', 'src/main/store/objects.ts', 'store comes after sync'],
    ['src/main/store/editions/editions.ts', 'src/main/schedule/flatten.ts', 'schedule comes after store'],
    ['src/main/schedule/evaluate.ts', 'src/main/show/controller.ts', 'show comes after schedule'],
    ['src/main/show/controller.ts', 'src/main/report/proof.ts', 'report comes after show'],
    ['src/main/cms/client.ts', 'src/main/report/status.ts', 'report comes after cms'],
    ['src/main/show/controller.ts', 'electron', 'only the Electron host knows Electron'],
    ['src/main/app.ts', 'electron', 'only the Electron host knows Electron'],
    ['src/renderer/main.ts', 'electron/renderer', 'only the Electron host knows Electron'],
    ['src/main/host/chromium/host.ts', 'electron', 'only the Electron host knows Electron'],
    ['test/e2e/player.display.test.ts', 'electron', 'only the Electron host knows Electron'],
    ['src/main/show/show.ts', 'src/main/host/electron/host.ts', 'a stage knows no browser'],
    ['src/shared/programme.ts', 'src/main/ground/clock.ts', 'imports only itself, valibot'],
    ['src/shared/programme.ts', 'node:fs', 'imports only itself, valibot'],
    ['src/shared/programme.ts', 'got', 'imports only itself, valibot'],
    ['src/renderer/player.ts', 'src/main/ground/log.ts', 'nothing of the main program'],
    ['src/main/show/show.ts', 'src/renderer/player.ts', 'by messages alone'],
    ['src/main/host/electron/host.ts', 'src/main/show/show.ts', 'a host knows its port'],
    ['src/main/host/chromium/host.ts', 'src/main/host/electron/host.ts', 'a host knows its port'],
    ['src/main/host/chromium/host.ts', 'src/renderer/player.ts', 'by messages alone'],
    ['src/main/edition/edition.ts', 'src/main/cms/records.ts', 'cms comes after edition'],
    ['src/main/config/schema.ts', 'src/main/cms/client.ts', 'cms comes after config'],
    ['src/main/feed/feed.ts', 'src/main/engine/engine.ts', 'engine comes after feed'],
    ['src/main/engine/engine.ts', 'src/main/admin/app.ts', 'admin comes after engine'],
    ['src/main/admin/app.ts', 'src/main/doctor/disk.ts', 'doctor comes after admin'],
    ['src/main/doctor/clock.ts', 'src/main/cli/text/table.ts', 'cli comes after doctor'],
    ['src/main/cli/run.ts', 'src/main/index.ts', 'index.ts comes after cli'],
    ['src/main/engine/engine.ts', 'src/main/host/choose.ts', 'a stage knows no browser'],
    ['src/main/admin/app.ts', 'src/demo/run.ts', 'by its command alone'],
    ['src/main/ground/clock.ts', 'src/main/edition/zone.ts', 'stand under every room'],
    ['src/demo/cms.ts', 'src/main/cms/records.ts', 'no more of the player'],
  ])('%s importing %s', (path, imported, why) => {
    const found = breaches([{ path, imports: [imported] }]);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(why);
  });

  it.each([
    ['src/main/store/editions/editions.ts', 'src/main/cms/records.ts'],
    ['src/main/report/proof.ts', 'src/main/cms/records.ts'],
    ['src/main/cms/client.ts', 'got'],
    ['src/main/cms/client.ts', 'src/main/ground/errors.ts'],
    ['src/main/show/show.ts', 'src/main/host/host.ts'],
    ['src/main/host/electron/window.ts', 'electron'],
    ['src/main/host/electron/pages.ts', 'src/main/host/page-rules.ts'],
    ['src/main/host/chromium/host.ts', 'src/main/ground/log.ts'],
    ['src/main/host/chromium/host.ts', 'src/shared/messages.ts'],
    ['src/main/app.ts', 'src/main/report/status.ts'],
    ['src/renderer/player.ts', 'src/shared/programme.ts'],
    ['src/shared/messages.ts', 'valibot'],
    ['src/main/show/show.ts', 'electron-like'],
    ['src/main/doctor/display.ts', 'src/main/host/chromium/executable.ts'],
    ['src/main/cli/demo.ts', 'src/demo/run.ts'],
    ['src/main/config/config.ts', 'src/main/config/schema.ts'],
  ])('and none where %s imports %s', (path, imported) => {
    expect(breaches([{ path, imports: [imported] }])).toEqual([]);
  });
});

test('a room without a place in the order is reported', () => {
  const imports = ['src/main/ground/clock.ts', 'src/main/cms/client.ts'];
  expect(() => breaches([{ path: 'src/main/cellar/wine.ts', imports }])).toThrow('no place in the order');
});

describe('an import is seen', () => {
  it('and a file that cannot be read is no file without imports', () => {
    expect(() => importsOf('src/main/cms/client.ts', 'import {')).toThrow('could not be read');
  });

  it.each([
    ["import { a } from '../sync/diff.ts';"],
    ["import type { A } from '../sync/diff.ts';"],
    ["import {\n  a,\n  type B,\n} from '../sync/diff.ts';"],
    ["import '../sync/diff.ts';"],
    ["export * from '../sync/diff.ts';"],
    ['export { a } from "../sync/diff.ts";'],
    ["const { a } = await import('../sync/diff.ts');"],
    ['const a = await import(`../sync/diff.ts`);'],
    ["type A = import('../sync/diff.ts').A;"],
    ["const a = require('../sync/diff.ts');"],
    ["new Worker(new URL('../sync/diff.ts', import.meta.url));"],
    ["import text from '../sync/diff.ts?raw';"],
    ["const address = 'https://a.example/'; import { a } from '../sync/diff.ts';"],
  ])('%s', (text) => {
    expect(importsOf('src/main/cms/client.ts', text)).toEqual(['src/main/sync/diff.ts']);
  });

  it.each([
    ["// import { a } from '../sync/diff.ts';"],
    ["/* import '../sync/diff.ts' */"],
    ['const imported = "../sync/diff.ts";'],
    ['const text = "import a from \'../sync/diff.ts\';";'],
    ['const quote = /[\'"`]/; /* import "../sync/diff.ts"; */'],
    ["const built = new URL('../preload/preload.cjs', import.meta.url);"],
  ])('and not in %s', (text) => {
    expect(importsOf('src/main/cms/client.ts', text)).toEqual([]);
  });
});
