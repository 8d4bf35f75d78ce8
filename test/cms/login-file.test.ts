import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LoginFile } from '../../src/main/cms/login-file.ts';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { folder } from './login-support.ts';
import { failure } from './support.ts';

const owner = { authUrl: 'https://cms.example.com', clientId: '77' };
const pair = { accessToken: 'access', refreshToken: 'refresh', obtainedAt: 1, expiresAt: 2 };

/** A disk that knows its open files, and on which any call can be made to fail. */
function watchedDisk() {
  const state = { open: 0, failing: '', calls: [] as string[] };
  const step = async <Value>(name: string, act: () => Promise<Value>): Promise<Value> => {
    state.calls.push(name);
    if (state.failing === name) throw Object.assign(new Error(`no ${name}`), { code: 'EIO' });
    return act();
  };
  const fs: FileSystem = {
    ...realFileSystem,
    rename: (from, to) => step('rename', () => realFileSystem.rename(from, to)),
    syncFolder: (path) => step('syncFolder', () => realFileSystem.syncFolder(path)),
    readFile: (path) => step('readFile', () => realFileSystem.readFile(path)),
    unlink: (path) => step('unlink', () => realFileSystem.unlink(path)),
    stat: (path) => step('stat', () => realFileSystem.stat(path)),
    async open(path, flags) {
      const file = await step(`open ${flags}`, () => realFileSystem.open(path, flags));
      state.open++;
      return {
        ...file,
        write: (bytes) => step('write', () => file.write(bytes)),
        truncate: (size) => step('truncate', () => file.truncate(size)),
        sync: () => step('sync', () => file.sync()),
        close: async () => {
          state.open--;
          await file.close();
        },
      };
    },
  };
  return { fs, state };
}

async function loginFile(disk = watchedDisk()) {
  const path = join(await folder(), 'login.json');
  return { ...disk, path, file: new LoginFile(disk.fs, path, owner) };
}

test.each([
  'write',
  'truncate',
  'sync',
  'rename',
])('when %s fails, no file stays open and the login stays intact', async (failing) => {
  const { fs, state, path, file } = await loginFile();
  await file.write(pair);
  state.failing = failing;
  for (const act of [
    () => file.reserve(),
    () => file.write({ ...pair, accessToken: 'newer' }),
    () => file.recover(),
  ]) {
    await act().catch(() => undefined);
    expect(state.open).toBe(0);
    const { accessToken } = await new LoginFile(fs, path, owner).read();
    expect(['access', 'newer']).toContain(accessToken);
  }
  state.failing = '';
  await file.write({ ...pair, accessToken: 'newest' });
  expect(await file.read()).toMatchObject({ accessToken: 'newest' });
  expect(state.open).toBe(0);
});

test('a login is flushed before its rename, and the rename before its use', async () => {
  const { state, file } = await loginFile();
  await file.reserve();
  state.calls.length = 0;
  await file.write(pair);
  expect(state.calls.filter((call) => /write|truncate|sync|rename/.test(call))).toEqual([
    'write',
    'truncate',
    'sync',
    'rename',
    'syncFolder',
  ]);
});

test('the reserved space is released, and a shorter login is truncated to its length', async () => {
  const { path, file } = await loginFile();
  await file.reserve();
  expect((await stat(`${path}.new`)).size).toBeGreaterThanOrEqual(32 * 1024);
  await file.release();
  await file.release();
  expect(await readdir(join(path, '..'))).toEqual([]);
  await file.reserve();
  await file.write(pair);
  expect(await readFile(path, 'utf8')).toMatch(/\}\n$/);
  expect((await stat(path)).size).toBeLessThan(1000);
});

test('a complete pair from before a crash is adopted; anything else in its file is not', async () => {
  const { fs, path, file } = await loginFile();
  const other = new LoginFile(fs, path, { ...owner, clientId: '78' });
  await other.write({ ...pair, accessToken: 'of another client' });
  const foreign = await readFile(path, 'utf8');
  await file.write(pair);
  await file.recover();
  const whole = await readFile(path, 'utf8');
  for (const left of ['', ' '.repeat(40 * 1024), whole.slice(0, -10), foreign]) {
    await writeFile(`${path}.new`, left);
    await file.recover();
    expect(await readFile(path, 'utf8')).toBe(whole);
  }
  await writeFile(`${path}.new`, whole.replace('"access"', '"newer"'));
  await file.recover();
  expect(await file.read()).toMatchObject({ accessToken: 'newer' });
  expect(await readdir(join(path, '..'))).toEqual(['login.json']);
});

test('a login by another process is noticed, our own is not', async () => {
  const { fs, path, file } = await loginFile();
  expect(await file.hasChanged()).toBe(true);
  await file.write(pair);
  expect(await file.hasChanged()).toBe(false);
  await new LoginFile(fs, path, owner).write({ ...pair, accessToken: 'a longer one' });
  expect(await file.hasChanged()).toBe(true);
  await file.read();
  expect(await file.hasChanged()).toBe(false);
  await rm(path);
  expect(await file.hasChanged()).toBe(true);
});

test('a login that the disk cannot read is not taken for a missing one', async () => {
  const { state, file } = await loginFile();
  expect(await failure(file.read())).toMatchObject({ code: 'login-needed', kind: 'auth' });
  await file.write(pair);
  state.failing = 'readFile';
  expect(await failure(file.read())).toMatchObject({ code: 'login-unreadable', kind: 'temporary' });
  await expect(file.recover()).rejects.toMatchObject({ code: 'EIO' });
  state.failing = 'stat';
  await expect(file.hasChanged()).rejects.toMatchObject({ code: 'EIO' });
  state.failing = 'unlink';
  await expect(file.release()).rejects.toMatchObject({ code: 'EIO' });
  state.failing = 'open r+';
  await expect(file.write(pair)).rejects.toMatchObject({ code: 'EIO' });
});
