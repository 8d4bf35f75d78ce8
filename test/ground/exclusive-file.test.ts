import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { takeExclusively } from '../../src/main/ground/exclusive-file.ts';
import { loadSqlite } from '../../src/main/ground/sqlite.ts';
import { holdLock } from '../store/support/hold-lock.ts';

async function lockFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'some.lock');
}

/** A database with a sound header and nothing else. */
async function halfDatabase(): Promise<Buffer> {
  const Sqlite = await loadSqlite();
  const database = new Sqlite(':memory:');
  database.exec('CREATE TABLE a (b)');
  return database.serialize().subarray(0, 700);
}

test('one holder has the lock at a time, until it releases it or its process dies', async () => {
  const path = await lockFile();
  const mine = await takeExclusively(path);
  expect(mine).not.toBeNull();
  expect(await takeExclusively(path)).toBeNull();
  mine?.release();
  const other = await holdLock(path);
  expect(await takeExclusively(path)).toBeNull();
  await other.release();
  (await takeExclusively(path))?.release();
});

test('a waiting caller gets the lock as soon as it is free', async () => {
  const path = await lockFile();
  await holdLock(path, 100);
  const lock = await takeExclusively(path, 60_000);
  expect(lock).not.toBeNull();
  lock?.release();
});

test.each([
  ['zeros, as power cuts leave them', Buffer.alloc(4096)],
  ['anything', Buffer.alloc(5000, 'x')],
  ['half a database', await halfDatabase()],
])('a file full of %s still works as one lock for all', async (_, content) => {
  const path = await lockFile();
  await writeFile(path, content);
  const [one, other] = await Promise.all([takeExclusively(path), takeExclusively(path)]);
  expect([one, other].filter((lock) => lock !== null)).toHaveLength(1);
  one?.release();
  other?.release();
});

test('a path that cannot be a lock is rejected with the reason', async () => {
  const path = await lockFile();
  await mkdir(path);
  await expect(takeExclusively(path)).rejects.toMatchObject({
    code: expect.stringMatching(/^SQLITE_CANTOPEN/),
  });
});
