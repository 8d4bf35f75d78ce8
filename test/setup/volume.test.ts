import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fileInRoot, type ReadAt } from '../../src/main/setup/sticks/volume.ts';

// Made with mkfs.vfat and mcopy, mkfs.exfat and exfat-fuse: a file with a long name, a deleted one, a folder, and then
// vitrine.json, which is longer than a cluster.
const kinds = ['fat12', 'fat16', 'fat32', 'exfat'] as const;
const images = new Map(
  kinds.map((kind) => [
    kind,
    gunzipSync(readFileSync(join(import.meta.dirname, 'images', `${kind}.img.gz`))),
  ]),
);
const image = (kind: (typeof kinds)[number]): Buffer => images.get(kind) ?? Buffer.alloc(0);

function counted(bytes: Buffer): { readonly read: ReadAt; readonly sum: () => number } {
  let sum = 0;
  return {
    read: (offset, length) => {
      const part = bytes.subarray(Math.min(offset, bytes.length), offset + length);
      sum += part.length + 1;
      return part;
    },
    sum: () => sum,
  };
}

describe.each(kinds)('a stick with %s', (kind) => {
  test('has its file found, whatever the case of its name', () => {
    const found = fileInRoot(counted(image(kind)).read, 'vitrine.json', 65_536);
    expect(found?.size).toBe(9000);
    expect(JSON.parse(found?.bytes?.toString('utf8') ?? '')).toMatchObject({ device: 'Lobby' });
  });

  test('yields no deleted, missing or oversized file, and no folder', () => {
    const { read } = counted(image(kind));
    expect(fileInRoot(read, 'gone.txt', 65_536)).toBeNull();
    expect(fileInRoot(read, 'folder', 65_536)).toBeNull();
    expect(fileInRoot(read, 'nothing', 65_536)).toBeNull();
    expect(fileInRoot(read, 'vitrine.json', 8999)).toEqual({ size: 9000, bytes: null });
  });

  test('is searched within bounds, whichever of its bytes is changed', () => {
    const whole = image(kind);
    let seed = 42;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    // The boot sector and the sectors after it decide where everything else is read.
    for (let round = 0; round < 150; round++) {
      const at = random(round % 2 === 0 ? 512 : 8192);
      const before = whole[at] ?? 0;
      whole[at] = [0, 255, random(256)][round % 3] ?? 0;
      const { read, sum } = counted(whole);
      fileInRoot(read, 'vitrine.json', 65_536);
      expect(sum()).toBeLessThan(4 * 1024 * 1024);
      whole[at] = before;
    }
  });
});

test.each(['fat12', 'fat16', 'fat32'] as const)('a file deleted from %s is not read', (kind) => {
  const bytes = Buffer.from(image(kind));
  const entry = bytes.indexOf('VITRIN~1JSO');
  expect(entry).toBeGreaterThan(0);
  // The system marks both the entry and the long name before it.
  for (const at of [entry, entry - 32]) bytes[at] = 0xe5;
  expect(fileInRoot(counted(bytes).read, 'vitrine.json', 65_536)).toBeNull();
});

test('a file whose end is missing is not read', () => {
  const bytes = Buffer.from(image('fat16'));
  const entry = bytes.indexOf('VITRIN~1JSO');
  bytes.writeUInt32LE(20_000, entry + 28);
  expect(fileInRoot(counted(bytes).read, 'vitrine.json', 65_536)).toBeNull();
});

test('a cycle of clusters and a truncated volume end the search', () => {
  const bytes = Buffer.from(image('fat32'));
  const tableAt = bytes.readUInt16LE(14) * 512;
  const root = bytes.readUInt32LE(44);
  bytes.writeUInt32LE(root, tableAt + root * 4);
  const { read, sum } = counted(bytes);
  expect(fileInRoot(read, 'nothing', 65_536)).toBeNull();
  expect(sum()).toBeLessThan(4 * 1024 * 1024);
  expect(fileInRoot(counted(bytes.subarray(0, 20_000)).read, 'vitrine.json', 65_536)).toBeNull();
  expect(fileInRoot(counted(Buffer.alloc(0)).read, 'vitrine.json', 65_536)).toBeNull();
  expect(fileInRoot(counted(Buffer.alloc(4096, 255)).read, 'vitrine.json', 65_536)).toBeNull();
});
