import { expect, test } from 'vitest';
import { asDiskError, isDiskError, knownDiskError } from '../../src/main/ground/disk-errors.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';

const thrown = (code: string) => Object.assign(new Error(`${code}: refused`), { code });

test.each([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['SQLITE_FULL', 'disk-full'],
  ['EROFS', 'disk-read-only'],
  ['SQLITE_READONLY_DIRECTORY', 'disk-read-only'],
  ['EIO', 'disk-error'],
  ['EMFILE', 'too-many-files'],
  ['EACCES', 'disk-refused'],
  ['ENOTDIR', 'data-folder-wrong'],
  ['SQLITE_BUSY_SNAPSHOT', 'database-locked'],
  ['SQLITE_IOERR_READ', 'database-unreadable'],
  ['SQLITE_CORRUPT', 'database-damaged'],
])('%s becomes %s, with a remedy', (systemCode, code) => {
  const cause = thrown(systemCode);
  const error = knownDiskError(cause, 'open-folder') ?? expect.fail();
  expect(error).toMatchObject({ kind: 'temporary', code, cause });
  expect(error.message).toMatch(/^Cannot open the data folder: .+\.$/);
  expect(inEnglish(error.remedy ?? verbatim(''))).toMatch(/\.$/);
  expect(asDiskError(cause, 'open-folder')).toMatchObject({ code, message: error.message });
  expect(isDiskError(error)).toBe(true);
});

test('an unknown error is blamed on the disk only where nothing else can throw', () => {
  const cause = thrown('ECONNRESET');
  expect(knownDiskError(cause, 'open-folder')).toBeNull();
  expect(asDiskError(cause, 'open-folder')).toMatchObject({ code: 'disk-error', cause });
});

test('a VitrineError stays unchanged', () => {
  const network = new VitrineError('temporary', 'cms-unreachable-cut', verbatim('cut'));
  const disk = new VitrineError('temporary', 'part-changed', verbatim('changed'));
  expect(asDiskError(network, 'open-folder')).toBe(network);
  expect(knownDiskError(network, 'open-folder')).toBeNull();
  expect(knownDiskError(disk, 'open-folder')).toBe(disk);
  expect([network, disk].map(isDiskError)).toEqual([false, true]);
});
