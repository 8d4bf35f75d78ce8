import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  namesIn,
  readIfThere,
  sealed,
  sizeOf,
  unlinkIfThere,
  unsealed,
  writeDurably,
} from '../../src/main/ground/durable-file.ts';
import { temporaryFolder } from '../store/support/folder.ts';
import { NotingDisk } from '../store/support/noting-disk.ts';

describe('a durable file', () => {
  test('is flushed under another name, renamed, and its folder is flushed', async () => {
    const folder = await temporaryFolder();
    const disk = new NotingDisk();
    await writeDurably(disk.fs, join(folder, 'x'), 'text');
    expect(disk.notes).toEqual([
      'open x.new',
      'write 4 to x.new',
      'flush x.new',
      'close x.new',
      'rename x.new',
      'flush folder',
    ]);
    expect(disk.tooEarly).toEqual([]);
    expect(await readdir(folder)).toEqual(['x']);
  });

  test.each([
    'open',
    'write',
    'flush',
    'rename',
  ])('keeps the old content when the disk fails at %s', async (step) => {
    const folder = await temporaryFolder();
    const disk = new NotingDisk();
    await writeDurably(disk.fs, join(folder, 'x'), 'old');
    disk.refuses = (call) => (call.startsWith(`${step} `) && call.endsWith('x.new') ? 'ENOSPC' : null);
    await expect(writeDurably(disk.fs, join(folder, 'x'), 'new')).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(disk.isBusy).toBe(false);
    expect(await readFile(join(folder, 'x'), 'utf8')).toBe('old');
    // A partial file must not take the space of the next attempt.
    expect(await readdir(folder)).toEqual(['x']);
    expect(disk.descriptors).toBe(0);
    expect(disk.tooEarly).toEqual([]);
  });

  test('is not reported as durable when its folder could not be flushed', async () => {
    const disk = new NotingDisk();
    disk.refuses = (call) => (call === 'flush folder' ? 'EIO' : null);
    const path = join(await temporaryFolder(), 'x');
    await expect(writeDurably(disk.fs, path, 'text')).rejects.toMatchObject({ code: 'EIO' });
  });
});

describe('a missing file', () => {
  test('reads, lists, measures and removes as nothing', async () => {
    const { fs } = new NotingDisk();
    const absent = join(await temporaryFolder(), 'absent');
    expect(await readIfThere(fs, absent)).toBeNull();
    expect(await namesIn(fs, absent)).toEqual([]);
    expect(await sizeOf(fs, absent)).toBeNull();
    await unlinkIfThere(fs, absent);
  });

  test('has no size where a folder has its name, or its parent is a file', async () => {
    const { fs } = new NotingDisk();
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'folder'));
    await writeFile(join(folder, 'file'), 'text');
    expect(await sizeOf(fs, join(folder, 'folder'))).toBeNull();
    expect(await sizeOf(fs, join(folder, 'file', 'below'))).toBeNull();
    expect(await sizeOf(fs, join(folder, 'file'))).toBe(4);
  });
});

test('a refusal of the disk is reported, not taken for success', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'x');
  await writeFile(path, 'text');
  const refused = async (): Promise<never> => {
    throw Object.assign(new Error('refused'), { code: 'EIO' });
  };
  const fs = { ...new NotingDisk().fs, unlink: refused, readFile: refused, readdir: refused, stat: refused };
  for (const work of [unlinkIfThere, readIfThere, namesIn, sizeOf])
    await expect(work(fs, path)).rejects.toMatchObject({ code: 'EIO' });
  expect(await readFile(path, 'utf8')).toBe('text');
});

test('a sealed line is read exactly as written, or not at all', () => {
  const line = sealed({ text: 'ä\n"' });
  expect(unsealed(line)).toEqual({ text: 'ä\n"' });
  for (const broken of [line.replace('ä', 'a'), line.slice(1), line.replace(' ', '_'), '', '00000000 {}'])
    expect(unsealed(broken)).toBeNull();
});
