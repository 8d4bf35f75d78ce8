import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cacheFolder, isPrivate, privateFolder } from '../../src/main/ground/private-folder.ts';

const isRoot = process.getuid?.() === 0;
let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'vitrine-private-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test('our own folder is closed to others, even one that had been open', () => {
  const folder = join(base, 'a', 'b');
  expect(privateFolder(folder)).toBe(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  chmodSync(folder, 0o777);
  expect(isPrivate(folder)).toBe(false);
  expect(privateFolder(folder)).toBe(folder);
  expect(isPrivate(folder)).toBe(true);
});

test('a folder below one that others may write to is not private', () => {
  mkdirSync(join(base, 'open', 'ours'), { recursive: true });
  chmodSync(join(base, 'open'), 0o777);
  expect(privateFolder(join(base, 'open', 'ours'))).toBeNull();
});

test('a link or a file in its place is not private', () => {
  mkdirSync(join(base, 'elsewhere'));
  symlinkSync(join(base, 'elsewhere'), join(base, 'link'));
  expect(isPrivate(join(base, 'link'))).toBe(false);
  expect(privateFolder('/dev/null/below')).toBeNull();
});

test.runIf(isRoot)('a folder that another user made first is not private', () => {
  const planted = join(base, 'planted');
  mkdirSync(planted);
  chownSync(planted, 65_534, 65_534);
  expect(privateFolder(planted)).toBeNull();
  expect(privateFolder(join(planted, 'below'))).toBeNull();
});

test.runIf(isRoot)("nothing below another user's folder is made or changed", () => {
  const planted = join(base, 'planted');
  mkdirSync(join(planted, 'ours'), { recursive: true });
  chmodSync(join(planted, 'ours'), 0o755);
  chownSync(planted, 65_534, 65_534);
  expect(privateFolder(join(planted, 'ours'))).toBeNull();
  expect(statSync(join(planted, 'ours')).mode & 0o777).toBe(0o755);
  expect(privateFolder(join(planted, 'new', 'below'))).toBeNull();
  expect(readdirSync(planted)).toEqual(['ours']);
});

test.runIf(isRoot && process.arch === 'x64')(
  'a user who swaps the folder for a link does not redirect us',
  async () => {
    const [planted, target] = [join(base, 'planted'), join(base, 'target')];
    for (const folder of [planted, target]) mkdirSync(folder);
    chmodSync(base, 0o755);
    chmodSync(target, 0o755);
    chownSync(planted, 65_534, 65_534);
    mkdirSync(join(planted, 'code'));
    // renameat2 with RENAME_EXCHANGE: one of the two exists at any moment.
    const swap = `
    use strict; my ($folder, $target) = @ARGV; chdir $folder or die; my ($code, $link) = ('code', 'link');
    symlink $target, $link or die; $| = 1; print 'ready';
    for (1 .. 20_000) { syscall(316, -100, $code, -100, $link, 2) == 0 or die; }`;
    const swapper = spawn('perl', ['-e', swap, planted, target], {
      uid: 65_534,
      gid: 65_534,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(swapper.stdout, 'data');
    while (swapper.exitCode === null) {
      for (let round = 0; round < 500; round++) privateFolder(join(planted, 'code'));
      await setImmediate();
    }
    expect(swapper.exitCode).toBe(0);
    expect(statSync(target).mode & 0o777).toBe(0o755);
  },
);

test('compiled code is cached there, and never in a folder that others can write to', () => {
  const script = new URL('../../src/main/ground/compile-cache.ts', import.meta.url).href;
  const program = `
    import { getCompileCacheDir } from 'node:module';
    import { keepCompiledCode } from ${JSON.stringify(script)};
    keepCompiledCode(process.env);
    process.stdout.write(getCompileCacheDir() ?? 'none');`;
  const env = {
    PATH: process.env.PATH,
    HOME: base,
    XDG_CACHE_HOME: join(base, 'cache'),
    TMPDIR: join(base, 'tmp'),
  };
  mkdirSync(join(base, 'tmp'));
  const run = (account: { readonly uid?: number; readonly gid?: number }): string =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      env,
      encoding: 'utf8',
      ...account,
    });
  if (isRoot) {
    // Root runs no code from a cache.
    expect(run({})).toBe('none');
    chownSync(base, 65_534, 65_534);
  }
  expect(run(isRoot ? { uid: 65_534, gid: 65_534 } : {})).toContain(join(cacheFolder(env), 'code'));
  expect(readdirSync(join(base, 'tmp'))).toEqual([]);
});
