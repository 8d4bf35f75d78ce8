import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KeptFile } from '../../src/main/kept-file.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'vitrine-kept-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
const open = (dataDir: string) => new KeptFile(dataDir, 'n.json', (value) => Number(value ?? 7));

test('what is written is there at the next start, for its owner alone, in a folder that is made for it', () => {
  const dataDir = join(folder(), 'not', 'there');
  const kept = open(dataDir);
  expect(kept.value).toBe(7);
  kept.write(9);
  expect([kept.value, open(dataDir).value, readdirSync(dataDir)]).toEqual([9, 9, ['n.json']]);
  expect(statSync(join(dataDir, 'n.json')).mode & 0o777).toBe(0o600);
});

test.each(['', 'garbage', '00000000 9\n', '{}'])('garbage counts as nothing: %j', (text) => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'n.json'), text);
  expect(open(dataDir).value).toBe(7);
});

test('where nothing can be written it holds until the end of the run, and that is said', () => {
  const kept = open('/proc/vitrine');
  kept.write(9);
  expect([kept.value, kept.failure]).toEqual([9, expect.any(Error)]);
});
