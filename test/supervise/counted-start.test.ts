import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { KeptFile } from '../../src/main/ground/kept-file.ts';
import { uncountStart } from '../../src/main/supervise/counted-start.ts';
import { begun, isSafe, parseStarts } from '../../src/main/supervise/starts.ts';
import { message } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** The player is started again and again, and each start fails with the next of those. */
async function starting(...failures: readonly unknown[]) {
  const clock = new ManualClock();
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-starts-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const starts = new KeptFile(dataDir, 'starts.json', parseStarts);
  for (const failure of failures) {
    clock.pass(30_000);
    starts.write(begun(starts.value, clock.now()));
    await uncountStart(starts, failure, clock.now());
    // The process ends now: what is not on the disk is lost.
    expect(new KeptFile(dataDir, 'starts.json', parseStarts).value).toEqual(starts.value);
  }
  return starts.value;
}

const times = (count: number, failure: unknown): readonly unknown[] =>
  Array.from({ length: count }, () => failure);
const ends = new VitrineError('temporary', message('browser-ended.silent', { how: 'code 1' }));
const missing = new VitrineError('usage', message('no-browser'));

test('a browser that ends at each start leads to safe mode', async () => {
  expect(await starting(...times(3, ends))).toMatchObject({ count: 3, safe: null });
  expect(isSafe(await starting(...times(4, ends)))).toBe(true);
});

test('a browser that refuses something at each start, or a bug of ours, leads to safe mode', async () => {
  const refuses = new VitrineError(
    'permanent',
    message('browser-refused', { method: 'Page.reload', reason: 'Target crashed' }),
  );
  expect(isSafe(await starting(...times(4, refuses)))).toBe(true);
  expect(isSafe(await starting(...times(4, new TypeError('a mistake of ours'))))).toBe(true);
});

test('a fault that only a person can repair does not lead to safe mode', async () => {
  expect(await starting(...times(9, missing))).toMatchObject({ count: 0, safe: null });
  // It takes back itself, and none of the others.
  expect(await starting(ends, ends, missing)).toMatchObject({ count: 2 });
});
