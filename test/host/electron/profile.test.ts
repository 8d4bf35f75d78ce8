import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GpuHistory } from '../../../src/main/host/electron/gpu-history.ts';
import { usableProfile } from '../../../src/main/host/electron/profile-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-profile-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the profile folder', () => {
  it('is created, absolute, and left empty', () => {
    const wanted = join(folder, 'data', 'browser');
    expect(usableProfile(relative(process.cwd(), wanted))).toBe(wanted);
    expect(readdirSync(wanted)).toEqual([]);
  });

  it('on a disk that cannot be written is replaced by a temporary one', () => {
    writeFileSync(join(folder, 'file'), '');
    const instead = usableProfile(join(folder, 'file', 'browser'));
    expect(instead.startsWith(join(tmpdir(), 'vitrine-profile-'))).toBe(true);
    expect(readdirSync(instead)).toEqual([]);
    const another = usableProfile(join(folder, 'file', 'browser'));
    // Folders of ended processes go, one of them with our own process id; those of living processes stay.
    const old = [999_999_999, process.pid].map((pid) => join(tmpdir(), `vitrine-profile-${pid}-old`));
    for (const path of old) mkdirSync(path);
    const last = usableProfile(join(folder, 'file', 'browser'));
    expect(old.map((path) => existsSync(path))).toEqual([false, false]);
    expect([instead, another, last].map((path) => existsSync(path))).toEqual([true, true, true]);
    for (const path of [instead, another, last]) rmSync(path, { recursive: true });
  });
});

describe('deaths of the GPU process', () => {
  it('count within the hour, over several starts', () => {
    new GpuHistory(folder).died(0);
    new GpuHistory(folder).died(3_000_000);
    new GpuHistory(folder).died(3_500_000);
    expect(new GpuHistory(folder).needsSoftware(3_500_000)).toBe(true);
    expect(new GpuHistory(folder).needsSoftware(3_600_000)).toBe(false);
  });

  it('do not count when the clock has jumped back', () => {
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
  ])('are none in a file with %j', (text) => {
    writeFileSync(join(folder, 'gpu-deaths.json'), text);
    expect(new GpuHistory(folder).needsSoftware(1)).toBe(false);
  });

  it('are saved where there was no folder yet', () => {
    const inside = join(folder, 'new', 'browser');
    new GpuHistory(inside).died(0);
    expect(readdirSync(inside)).toEqual(['gpu-deaths.json']);
  });
});
