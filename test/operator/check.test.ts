import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { check } from '../../src/main/operator/check.ts';
import type { ReleaseFolder } from '../../src/main/operator/folder.ts';
import { changeTargets, newSeed, renew } from '../../src/main/operator/publish.ts';
import { offlineKeys, publisher } from '../release/support/publisher.ts';

const day = 86_400_000;

async function filled() {
  const made = await publisher();
  const { folder } = made.needs;
  const bytes = Buffer.from('a package');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await mkdir(folder.packages);
  await writeFile(join(folder.packages, `${sha256}.vitrine.tar.gz`), bytes);
  const custom = {
    version: '2.0.0',
    architecture: 'linux-x64',
    channel: 'stable',
    oldestFrom: null,
    rollout: { seed: newSeed(), share: '0.5' },
    oldestBrowser: null,
    recalled: false,
  };
  const target = { length: bytes.length, hashes: { sha256 }, custom };
  await changeTargets(made.needs, (targets) => ({ ...targets, 'vitrine.tar.gz': target }));
  return made;
}

const states = async (folder: ReleaseFolder, now = Date.now()) =>
  (await check(realFileSystem, folder, null, now)).map(({ state }) => state);

test('a complete folder passes, and its renewal is announced in time', async () => {
  const { needs } = await filled();
  expect(await states(needs.folder)).toEqual(['ok', 'ok']);
  expect(await states(needs.folder, Date.now() + 25 * day)).toEqual(['warn', 'ok']);
});

test('a folder fails after tampering with any of its files', { tags: 'long' }, async () => {
  const { needs } = await filled();
  // Add a second root, so that some metadata are no longer requested by players.
  await renew(needs, []);
  const names = await readdir(needs.folder.path, { recursive: true, withFileTypes: true });
  const files = names.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  expect(files.length).toBeGreaterThanOrEqual(10);
  expect(await states(needs.folder)).toEqual(['ok', 'ok']);
  const changes: readonly ((bytes: Buffer) => Buffer)[] = [
    (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]),
    (bytes) => Buffer.from(bytes.toString('latin1').replace(/[0-9](?=[^0-9]*$)/, '7x'), 'latin1'),
    (bytes) => bytes.subarray(0, bytes.length / 2),
    (bytes) => Buffer.concat([bytes, Buffer.from(' ')]),
    () => Buffer.alloc(0),
    // The same signature in other letters: players accept it, but the file was changed.
    (bytes) =>
      Buffer.from(
        bytes
          .toString('latin1')
          .replace(/("sig":"[0-9]*)([a-f])/, (_, head, digit) => `${head}${digit.toUpperCase()}`),
        'latin1',
      ),
  ];
  for (const file of files) {
    for (const change of changes) {
      const before = await readFile(file);
      const after = change(before);
      if (after.equals(before)) continue;
      await writeFile(file, after);
      const found = await states(needs.folder);
      expect({ file, found }).toMatchObject({ found: expect.arrayContaining(['fail']) });
      await writeFile(file, before);
    }
  }
});

test('the root of the players reveals a folder that was exchanged as a whole', async () => {
  const { root } = await filled();
  const other = await filled();
  const found = await check(realFileSystem, other.needs.folder, root, Date.now());
  // The first roots differ, and later ones are not requested: the timestamp is the first that does not fit.
  expect(found.filter(({ state }) => state === 'fail')).toMatchObject([
    { why: { code: 'update-not-signed' } },
  ]);
});

test('keys are replaced with old and new ones together, and with neither alone', async () => {
  const made = await filled();
  const fresh = offlineKeys();
  const newKeys = fresh.filter(({ role }) => role === 'root');
  await expect(renew(made.needs, newKeys)).rejects.toMatchObject({ code: 'release-keys-missing' });
  await expect(renew(made.with({ signers: fresh }), newKeys)).rejects.toMatchObject({
    code: 'release-keys-missing',
  });
  await renew(made.with({ signers: [...made.needs.signers, ...fresh] }), newKeys);
  expect(await states(made.needs.folder)).toEqual(['ok', 'ok']);
});
