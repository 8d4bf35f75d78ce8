import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GpuHistory } from '../../../src/main/host/electron/gpu-history.ts';
import { usableProfile } from '../../../src/main/host/electron/profile-folder.ts';
import { dropForeignLock } from '../../../src/main/host/electron/profile-lock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-profile-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the browser's lock", () => {
  const lock = (): string => join(folder, 'SingletonLock');

  it('of another host name is dropped', () => {
    symlinkSync('old-name-4711', lock());
    expect(dropForeignLock(folder, 'new-name')).toBe(true);
    expect(() => readlinkSync(lock())).toThrow('ENOENT');
  });

  it.each([
    'kiosk-4711',
    'kiosk-1',
  ])('of this machine (%s) stays: the browser knows whether it is alive', (to) => {
    symlinkSync(to, lock());
    expect(dropForeignLock(folder, 'kiosk')).toBe(false);
    expect(readlinkSync(lock())).toBe(to);
  });

  it('of a name that only begins alike is foreign', () => {
    symlinkSync('kiosk-2-4711', lock());
    expect(dropForeignLock(folder, 'kiosk')).toBe(true);
  });

  it('that is not there, not a link, or in no folder, is nothing', () => {
    expect(dropForeignLock(folder)).toBe(false);
    writeFileSync(lock(), '');
    expect(dropForeignLock(folder)).toBe(false);
    expect(dropForeignLock(join(folder, 'nowhere'))).toBe(false);
  });

  it('that cannot be read says so', () => {
    expect(() => dropForeignLock(join(folder, 'x'.repeat(300)))).toThrow('ENAMETOOLONG');
  });
});

describe('the profile folder', () => {
  it('is made, and absolute, and nothing is left in it', () => {
    const wanted = join(folder, 'data', 'browser');
    expect(usableProfile(relative(process.cwd(), wanted))).toBe(wanted);
    expect(readdirSync(wanted)).toEqual([]);
  });

  it('of a disk that takes nothing gives way to one of this start alone', () => {
    writeFileSync(join(folder, 'file'), '');
    const instead = usableProfile(join(folder, 'file', 'browser'));
    expect(instead.startsWith(join(tmpdir(), 'vitrine-profile-'))).toBe(true);
    expect(readdirSync(instead)).toEqual([]);
    const another = usableProfile(join(folder, 'file', 'browser'));
    // Of processes that are gone, one of them with the id that is ours now; those of living ones stay.
    const old = [999_999_999, process.pid].map((pid) => join(tmpdir(), `vitrine-profile-${pid}-old`));
    for (const path of old) mkdirSync(path);
    const last = usableProfile(join(folder, 'file', 'browser'));
    expect(old.map((path) => existsSync(path))).toEqual([false, false]);
    expect([instead, another, last].map((path) => existsSync(path))).toEqual([true, true, true]);
    for (const path of [instead, another, last]) rmSync(path, { recursive: true });
  });
});

describe('deaths of the GPU process', () => {
  it('are counted within the hour, over several starts', () => {
    new GpuHistory(folder).died(0);
    new GpuHistory(folder).died(3_000_000);
    new GpuHistory(folder).died(3_500_000);
    expect(new GpuHistory(folder).needsSoftware(3_500_000)).toBe(true);
    expect(new GpuHistory(folder).needsSoftware(3_600_000)).toBe(false);
  });

  it('from a clock that has leapt back do not count', () => {
    const history = new GpuHistory(folder);
    for (const at of [5_000, 5_001, 5_002]) history.died(at);
    expect(history.needsSoftware(0)).toBe(false);
  });

  it.each([
    '',
    '[1, 2',
    '{"a":1}',
    '["1","2","3"]',
    '[null,null,null]',
  ])('in a file holding %j are none', (text) => {
    writeFileSync(join(folder, 'gpu-deaths.json'), text);
    expect(new GpuHistory(folder).needsSoftware(1)).toBe(false);
  });

  it('are written down where there was no folder yet', () => {
    const inside = join(folder, 'new', 'browser');
    new GpuHistory(inside).died(0);
    expect(readdirSync(inside)).toEqual(['gpu-deaths.json']);
  });
});
