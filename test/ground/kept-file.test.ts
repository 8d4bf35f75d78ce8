import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FileSystem } from '../../src/main/ground/fs.ts';
import { KeptFile, type KeptFileNeeds } from '../../src/main/ground/kept-file.ts';
import { mainFileSystem } from '../../src/main/ground/main-fs.ts';
import { ManualClock } from '../support/manual-clock.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'vitrine-kept-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
const open = (dataDir: string, needs?: KeptFileNeeds) =>
  new KeptFile(dataDir, 'n.json', (value) => Number(value ?? 7), needs);

test('a written value survives a restart, readable by its owner only', () => {
  const dataDir = join(folder(), 'not', 'there');
  const kept = open(dataDir);
  expect(kept.value).toBe(7);
  kept.write(9);
  expect([kept.value, open(dataDir).value, readdirSync(dataDir)]).toEqual([9, 9, ['n.json']]);
  expect(statSync(join(dataDir, 'n.json')).mode & 0o777).toBe(0o600);
});

test.each(['', 'garbage', '00000000 9\n', '{}'])('garbage counts as absent: %j', (text) => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'n.json'), text);
  expect(open(dataDir).value).toBe(7);
});

test('a value that cannot be written stays in memory, and the failure is reported', () => {
  const kept = open('/proc/vitrine');
  kept.write(9);
  expect([kept.value, kept.failure]).toEqual([9, expect.any(Error)]);
});

test('an unfinished file that cannot be removed does not stop the player', () => {
  const dataDir = folder();
  const unfinished = join(dataDir, 'n.json.new');
  mkdirSync(unfinished);
  const kept = open(dataDir);
  kept.write(9);
  expect([kept.value, kept.failure]).toEqual([9, expect.any(Error)]);
  rmdirSync(unfinished);
  kept.write(10);
  expect([kept.failure, open(dataDir).value]).toEqual([null, 10]);
});

/** A disk whose renames wait for permission, and fail on request. */
function slowDisk() {
  const disk = { refuses: false, renames: 0, go: Promise.withResolvers<void>() };
  const fs: FileSystem = {
    ...mainFileSystem,
    rename: async (from, to) => {
      disk.renames++;
      await disk.go.promise;
      if (disk.refuses) throw Object.assign(new Error('read-only'), { code: 'EROFS' });
      await mainFileSystem.rename(from, to);
    },
  };
  return { disk, fs, clock: new ManualClock() };
}

test('values are written in turn, and the newest one wins', async () => {
  const dataDir = folder();
  const { disk, ...needs } = slowDisk();
  const kept = open(dataDir, needs);
  kept.keep(1);
  await expect.poll(() => disk.renames).toBe(1);
  kept.keep(2);
  kept.keep(3);
  expect([kept.value, open(dataDir).value]).toEqual([3, 7]);
  disk.go.resolve();
  expect([await kept.settled(), disk.renames, open(dataDir).value]).toEqual([true, 2, 3]);
});

test('a failed write is retried until it succeeds', async () => {
  const dataDir = folder();
  const { disk, ...needs } = slowDisk();
  disk.refuses = true;
  disk.go.resolve();
  const kept = open(dataDir, needs);
  kept.keep(1);
  expect([await kept.settled(), kept.failure]).toEqual([false, expect.objectContaining({ code: 'EROFS' })]);
  await needs.clock.advance(1_000);
  await expect.poll(() => disk.renames).toBe(2);
  await kept.settled();
  disk.refuses = false;
  await needs.clock.advance(2_000);
  await expect.poll(() => disk.renames).toBe(3);
  expect([await kept.settled(), kept.failure, open(dataDir).value]).toEqual([true, null, 1]);
  await needs.clock.advance(3600_000);
  expect(disk.renames).toBe(3);
});

test('a write that failed before the show is retried too', async () => {
  const dataDir = join(folder(), 'later');
  writeFileSync(dataDir, 'a file in the place of the folder');
  const { disk, ...needs } = slowDisk();
  disk.go.resolve();
  const kept = open(dataDir, needs);
  kept.write(9);
  expect(kept.failure).not.toBe(null);
  rmSync(dataDir);
  mkdirSync(dataDir);
  await needs.clock.advance(1_000);
  expect([await kept.settled(), open(dataDir).value]).toEqual([true, 9]);
});

test('a hanging disk does not block the player', async () => {
  const { disk, ...needs } = slowDisk();
  const kept = open(folder(), needs);
  kept.keep(1);
  await expect.poll(() => disk.renames).toBe(1);
  const settled = kept.settled();
  await needs.clock.advance(5_000);
  expect(await settled).toBe(false);
  disk.go.resolve();
});
