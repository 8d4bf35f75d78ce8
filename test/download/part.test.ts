import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Blocks } from '../../src/main/download/blocks.ts';
import { Part, partName } from '../../src/main/download/part.ts';
import type { ContentHash } from '../../src/main/edition/records.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { noise } from '../support/pictures.ts';

const bytes = noise(1, 2_500_000);
const half = 1_300_000;
const sha256 = (of: Uint8Array): string => createHash('sha256').update(of).digest('hex');
const about = { validator: '"v1"', total: bytes.length };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-part-'));
});
afterEach(() => rm(folder, { recursive: true }));

const named = { source: 's', marker: 'm' };
const part = (hashes: readonly ContentHash[] = []): Part =>
  new Part(
    { fs: realFileSystem, blocks: new Blocks(), store: { partsFolder: folder } },
    { source: named.source, download: { marker: named.marker, hashes } },
  );
const path = (ending: string): string => join(folder, `${partName(named)}.${ending}`);

async function fill(into: Part, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 65_536) await into.write(bytes.subarray(at, Math.min(to, at + 65_536)));
}

/** An attempt that was interrupted half way. */
async function kept(): Promise<void> {
  const first = part();
  await first.resume();
  await first.begin(about);
  await fill(first, 0, half);
  await first.keep();
}

describe('the part of an earlier attempt', () => {
  test('is resumed, and the whole has the right hashes of every kind', async () => {
    await kept();
    const next = part([
      { algorithm: 'md5', hex: '' },
      { algorithm: 'sha1', hex: '' },
    ]);
    await next.resume();
    expect([next.received, next.noted]).toEqual([
      half,
      { bytes: half, sha256: sha256(bytes.subarray(0, half)), ...about },
    ]);
    await next.begin(about);
    await fill(next, half, bytes.length);
    expect(await next.finish()).toEqual({
      sha256: sha256(bytes),
      md5: createHash('md5').update(bytes).digest('hex'),
      sha1: createHash('sha1').update(bytes).digest('hex'),
    });
    expect(sha256(await readFile(path('part')))).toBe(sha256(bytes));
  });

  test.each([
    ['other bytes', () => writeFile(path('part'), noise(2, half))],
    ['fewer bytes', () => truncate(path('part'), half - 1)],
    ['no bytes', () => rm(path('part'))],
    ['no sidecar', () => rm(path('json'))],
    ['a truncated sidecar', () => truncate(path('json'), 20)],
    ['a foreign sidecar', () => writeFile(path('json'), '{"version":2,"bytes":5}')],
  ])('is not resumed with %s', async (_, harm) => {
    await kept();
    await harm();
    const next = part();
    await next.resume();
    expect([next.received, next.noted]).toEqual([0, null]);
    await next.begin(about);
    await fill(next, 0, bytes.length);
    expect((await next.finish()).sha256).toBe(sha256(bytes));
    expect((await readFile(path('part'))).length).toBe(bytes.length);
  });

  test('is truncated to the noted bytes when the file is longer', async () => {
    await kept();
    await writeFile(path('part'), Buffer.concat([bytes.subarray(0, half), noise(3, 1000)]));
    const next = part();
    await next.resume();
    expect(next.received).toBe(half);
    await next.begin(about);
    await fill(next, half, bytes.length);
    await next.finish();
    expect(sha256(await readFile(path('part')))).toBe(sha256(bytes));
  });

  test('is removed with its sidecar', async () => {
    await kept();
    const next = part();
    await next.resume();
    await next.discard();
    expect([await readdir(folder), next.received, next.noted]).toEqual([[], 0, null]);
  });
});

test('an attempt without bytes leaves nothing to resume', async () => {
  const first = part();
  await first.begin(about);
  await first.keep();
  const next = part();
  await next.resume();
  expect(next.received).toBe(0);
});

describe('a checkpoint', () => {
  test('flushes and notes the received bytes while more come in', async () => {
    const first = part();
    await first.begin(about);
    await fill(first, 0, half);
    first.checkpoint();
    first.checkpoint();
    await fill(first, half, bytes.length);
    await first.finish();
    const { bytes: noted, sha256: hash } = JSON.parse(await readFile(path('json'), 'utf8'));
    expect(noted).toBe(2 ** 20);
    expect(hash).toBe(sha256(bytes.subarray(0, noted)));
    await first.forgetSidecar();
    expect(await readdir(folder)).toEqual([`${partName(named)}.part`]);
  });

  test('notes nothing before a block is full', async () => {
    const first = part();
    await first.begin(about);
    await fill(first, 0, 100_000);
    first.checkpoint();
    await first.finish();
    expect(await readdir(folder)).toEqual([`${partName(named)}.part`]);
  });
});

describe('reading finished bytes', () => {
  test.each([1000, 2 ** 20, 2 ** 20 + 1, bytes.length])('returns all %i bytes', async (length) => {
    const whole = part();
    await whole.begin(about);
    await fill(whole, 0, length);
    await whole.finish();
    const contents = await whole.contents();
    expect(contents.size).toBe(length);
    expect(Buffer.from(await contents.read(length - 10, 10))).toEqual(bytes.subarray(length - 10, length));
    expect(Buffer.from(await contents.read(0, 10))).toEqual(bytes.subarray(0, 10));
    await contents.close();
    whole.release();
  });
});

test('parts reuse blocks one after the other, never two at a time', async () => {
  const blocks = new Blocks();
  const one = blocks.take();
  blocks.giveBack(one);
  blocks.giveBack(null);
  expect(blocks.take()).toBe(one);
  expect(blocks.take()).not.toBe(one);
  const many = Array.from({ length: 20 }, () => blocks.take());
  for (const block of many) blocks.giveBack(block);
  const again = new Set(Array.from({ length: 20 }, () => blocks.take()));
  expect(many.filter((block) => again.has(block))).toHaveLength(16);
});

test('parts of different sources and markers have different names, and none is a path', () => {
  const names = [
    { source: 'a', marker: '../b' },
    { source: 'a..', marker: '/b' },
  ].map(partName);
  expect(names.every((name) => /^[0-9a-f]{64}$/.test(name))).toBe(true);
  expect(names[0]).not.toBe(names[1]);
});
