import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layoutOf, objectPath } from '../../src/main/store/objects/layout.ts';
import { temporaryFolder } from '../store/support/folder.ts';
import { bytesOf, sha256Of } from '../store/support/parts.ts';
import { before, playing } from '../store/support/power-cuts.ts';
import { type Belief, inspect, leaks } from './inspection.ts';

const [a, b, c] = ['a', 'b', 'c'].map((name) => sha256Of(bytesOf(name))) as [string, string, string];
const belief: Belief = { referenced: [a, b], counted: 2, editions: [before.id] };

const spoiled: readonly [string, RegExp, (folder: string) => Promise<Belief>][] = [
  [
    'an object of no edition',
    /needed by no edition/,
    async (folder) => {
      await writeFile(objectPath(folder, a).replace(a, c), bytesOf('c'));
      return { ...belief, counted: 3 };
    },
  ],
  [
    'an object that the store does not know',
    /2 objects on disk, 1 in the store/,
    async () => ({ ...belief, counted: 1 }),
  ],
  [
    'an object cut short',
    /is damaged/,
    async (folder) => {
      await truncate(objectPath(folder, a), 10);
      return belief;
    },
  ],
  [
    'an object that is gone',
    /is needed and not there/,
    async (folder) => {
      await rm(objectPath(folder, b));
      return { ...belief, counted: 1 };
    },
  ],
  [
    'a part',
    /parts are left/,
    async (folder) => {
      await writeFile(join(layoutOf(folder).parts, 'x.part'), '');
      return belief;
    },
  ],
  [
    'something in quarantine',
    /found damaged/,
    async (folder) => {
      await writeFile(join(layoutOf(folder).quarantine, c), '');
      return belief;
    },
  ],
  ['a manifest of no edition', /manifests of no edition/, async () => ({ ...belief, editions: [] })],
];

test('a sound folder is sound', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  expect(await inspect(folder, belief)).toEqual({ objects: 2, violations: [] });
  expect(leaks({ files: 30, sockets: 1 }, { files: 31, sockets: 9 })).toEqual([]);
});

test.each(spoiled)('the soak would see %s', async (_, expected, spoil) => {
  const folder = await temporaryFolder();
  await playing(folder);
  const reported = await spoil(folder);
  expect((await inspect(folder, reported)).violations).toEqual([expect.stringMatching(expected)]);
});

test('the soak would see descriptors that stay open', () => {
  expect(leaks({ files: 30, sockets: 1 }, { files: 40, sockets: 1 })).toHaveLength(1);
  expect(leaks({ files: 30, sockets: 1 }, { files: 30, sockets: 40 })).toHaveLength(1);
});
