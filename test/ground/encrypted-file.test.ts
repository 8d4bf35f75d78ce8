import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EncryptedFile } from '../../src/main/ground/encrypted-file.ts';

let folder: string;
const open = () => new EncryptedFile(folder, 'kept');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-encrypted-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a value comes back, and no file contains it', async () => {
  expect([open().found, open().isLost]).toEqual([null, false]);
  const file = open();
  file.keep({ secret: 'of-a-dashboard' });
  expect(await file.settled()).toBe(true);
  expect([open().found, open().isLost]).toEqual([{ secret: 'of-a-dashboard' }, false]);
  expect(readdirSync(folder).sort()).toEqual(['kept.json', 'kept.key']);
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name), 'utf8')).not.toContain('of-a-dashboard');
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  }
});

test('the same value is written differently each time', async () => {
  const written: string[] = [];
  const file = open();
  for (let i = 0; i < 2; i++) {
    file.keep('same');
    await file.settled();
    written.push(readFileSync(join(folder, 'kept.json'), 'utf8'));
  }
  expect(written[0]).not.toBe(written[1]);
});

test.each([
  ['a damaged value', 'kept.json', 'garbage'],
  ['an empty value', 'kept.json', ''],
  ['a damaged key', 'kept.key', 'garbage'],
  ['the value of another player', 'kept.json', null],
])('%s is lost, and the next value is kept', async (_, name, text) => {
  const file = open();
  file.keep('first');
  await file.settled();
  const before = readFileSync(join(folder, name), 'utf8');
  if (text === null) rmSync(join(folder, 'kept.key'));
  else writeFileSync(join(folder, name), text);
  const damaged = open();
  expect([damaged.found, damaged.isLost]).toEqual([null, true]);
  damaged.keep('second');
  await damaged.settled();
  expect([open().found, open().isLost]).toEqual(['second', false]);
  if (text === null) {
    // Another key has been made: what was written by the old one stays unreadable.
    writeFileSync(join(folder, name), before);
    expect([open().found, open().isLost]).toEqual([null, true]);
  }
});
