import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { takeExclusively } from '../../src/main/ground/exclusive-file.ts';
import { exposureOf, keepToOurselves, ownFolder } from '../../src/main/ground/own-files.ts';

const isRoot = process.getuid?.() === 0;
const mode = (path: string): number => statSync(path).mode & 0o777;
let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'vitrine-own-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function file(name: string, bits: number, owner?: number): string {
  const path = join(base, name);
  writeFileSync(path, 'content');
  chmodSync(path, bits);
  if (owner !== undefined) chownSync(path, owner, owner);
  return path;
}

test('our own files are closed to other users, which leaves no exposure', () => {
  const token = file('token', 0o666);
  expect(exposureOf(token, 'secret')?.code).toBe('own-files.writable');
  expect(keepToOurselves(token, 'secret')).toBeNull();
  expect(mode(token)).toBe(0o640);
  const config = file('config.json', 0o666);
  expect(keepToOurselves(config, 'trusted')).toBeNull();
  expect(mode(config)).toBe(0o644);
  const readable = file('readable', 0o644);
  expect(exposureOf(readable, 'trusted')).toBeNull();
  expect(exposureOf(readable, 'secret')).toMatchObject({
    code: 'own-files.readable',
    values: { path: readable, mode: '600' },
  });
  expect(keepToOurselves(join(base, 'nothing'), 'secret')).toBeNull();
});

test.runIf(isRoot)("another user's file is left unchanged and reported", () => {
  const token = file('token', 0o600, 4711);
  expect(keepToOurselves(token, 'secret')).toEqual({
    code: 'own-files.foreign',
    values: { path: token, uid: 4711, own: 0 },
  });
  expect(mode(token)).toBe(0o600);
});

test('a data folder is created private, and an open one is closed with its content', () => {
  const fresh = join(base, 'a', 'data');
  ownFolder(fresh);
  expect(mode(fresh)).toBe(0o700);
  const open = join(base, 'open');
  mkdirSync(join(open, 'objects'), { recursive: true });
  writeFileSync(join(open, 'lock.db'), '');
  symlinkSync(base, join(open, 'elsewhere'));
  for (const [path, bits] of [
    [open, 0o777],
    [join(open, 'objects'), 0o777],
    [join(open, 'lock.db'), 0o644],
  ] as const)
    chmodSync(path, bits);
  const before = mode(base);
  ownFolder(open);
  expect([open, join(open, 'objects'), join(open, 'lock.db')].map(mode)).toEqual([0o755, 0o755, 0o600]);
  expect(mode(base)).toBe(before);
});

test('a folder that cannot be created is left to the store to report', () => {
  expect(() => ownFolder('/dev/null/below')).not.toThrow();
});

test.runIf(existsSync('/proc/locks')).each([0o644, 0o600])(
  'closing the data folder to others keeps the lock of the player on a file of mode %i',
  async (bits) => {
    const path = join(base, 'lock');
    const lock = await takeExclusively(path);
    onTestFinished(() => lock?.release());
    chmodSync(path, bits);
    const isLocked = (): boolean => readFileSync('/proc/locks', 'utf8').includes(`:${statSync(path).ino} `);
    expect(isLocked()).toBe(true);
    ownFolder(base);
    expect(mode(path)).toBe(0o600);
    expect(isLocked()).toBe(true);
    expect(await takeExclusively(path)).toBeNull();
    expect(isLocked()).toBe(true);
  },
);
