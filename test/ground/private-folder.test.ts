import { execFileSync } from 'node:child_process';
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
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cacheFolder, isPrivate, privateFolder } from '../../src/main/private-folder.ts';

const isRoot = process.getuid?.() === 0;
let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'vitrine-private-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test('a folder that we make is ours alone, also one that had been open', () => {
  const folder = join(base, 'a', 'b');
  expect(privateFolder(folder)).toBe(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  chmodSync(folder, 0o777);
  expect(isPrivate(folder)).toBe(false);
  expect(privateFolder(folder)).toBe(folder);
  expect(isPrivate(folder)).toBe(true);
});

test('one below a folder in which others may write is not', () => {
  mkdirSync(join(base, 'open', 'ours'), { recursive: true });
  chmodSync(join(base, 'open'), 0o777);
  expect(privateFolder(join(base, 'open', 'ours'))).toBeNull();
});

test('a link in its place is not, nor a file', () => {
  mkdirSync(join(base, 'elsewhere'));
  symlinkSync(join(base, 'elsewhere'), join(base, 'link'));
  expect(isPrivate(join(base, 'link'))).toBe(false);
  expect(privateFolder('/dev/null/below')).toBeNull();
});

test.runIf(isRoot)('one that somebody else has made before us is not', () => {
  const planted = join(base, 'planted');
  mkdirSync(planted);
  chownSync(planted, 65_534, 65_534);
  expect(privateFolder(planted)).toBeNull();
  expect(privateFolder(join(planted, 'below'))).toBeNull();
});

test('compiled code is kept there, and not where anybody may have laid some', () => {
  const script = new URL('../../src/main/compile-cache.ts', import.meta.url).href;
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
  const used = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env,
    encoding: 'utf8',
  });
  expect(used.startsWith(join(cacheFolder(env), 'code'))).toBe(true);
  expect(readdirSync(join(base, 'tmp'))).toEqual([]);
});
