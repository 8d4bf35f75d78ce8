import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { changeTargets, changeVersion } from '../../src/main/operator/publish.ts';
import { RootShelf } from '../../src/main/update/installer/root-shelf.ts';
import { questionSchema, Talk, wishSchema } from '../../src/main/update/installer/talk.ts';
import type { ReleaseSource } from '../../src/main/update/source.ts';
import { passingFolder } from '../release/support/folder.ts';
import { type Publisher, publisher } from '../release/support/publisher.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { installerOn, never, onStick } from './support/installer.ts';
import { makePackage, playerRoot, publish, serve } from './support/site.ts';

let closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing) close();
  closing = [];
});

async function installer(root: string, now = () => Date.now()) {
  const path = await passingFolder('installer');
  await writeFile(join(path, 'root.json'), root);
  const made = await installerOn(path, join(path, 'root.json'), now);
  closing.push(made.close);
  return made;
}

async function offered({ needs, root }: Publisher, sha256: string) {
  return onStick(needs.folder.path, root, sha256);
}

test('the installer unpacks a verified release read-only, and removes it when it is no longer needed', async () => {
  const made = await publisher();
  const sha = await publish(made, '2.0.0', await makePackage('2.0.0'));
  const { requested, shelf, path } = await installer(made.root);
  const { source, release, file } = await offered(made, sha);
  await requested.take(release, file, source, never);
  expect(await requested.has(sha)).toBe(true);
  const folder = shelf.folderOf(sha);
  expect(await readFile(join(folder, 'resources/some.txt'), 'utf8')).toBe('2.0.0');
  for (const name of ['', 'vitrine', 'resources', 'resources/some.txt', 'complete'])
    expect((await stat(join(folder, name))).mode & 0o7222).toBe(0);
  expect(readdirSync(path).sort()).toEqual(['believed', 'releases', 'root.json', 's']);
  await requested.tidy(new Set(['factory']));
  expect(await requested.has(sha)).toBe(false);
});

test('the installer trusts nothing that the player sends', async () => {
  const made = await publisher();
  const sha = await publish(made, '2.0.0', await makePackage('2.0.0'));
  const { requested } = await installer(made.root);
  const good = await offered(made, sha);
  const other = await makePackage('6.6.6');
  const refused = async (of: typeof good, code: string): Promise<void> => {
    await expect(requested.take(of.release, of.file, of.source, never)).rejects.toMatchObject({ code });
    expect(await requested.has(of.release.sha256)).toBe(false);
  };
  // The player says that another file is the release: with its length, and with one of its own.
  const bytes = Buffer.alloc(good.release.bytes, 1);
  const forged = join(await passingFolder('forged'), 'package');
  await writeFile(forged, bytes);
  await refused({ ...good, file: forged }, 'update-wrong-hash');
  const long = { ...good.release, bytes: good.release.bytes + 1 };
  await refused({ ...good, file: other, release: long }, 'update-wrong-length');
  // A release that no publisher has signed.
  const strange = await publisher();
  const evil = await publish(strange, '6.6.6', other);
  await refused(await offered(strange, evil), 'update-not-signed');
  await refused({ ...good, release: { ...good.release, sha256: evil } }, 'update-not-offered');
  // Metadata that do not end, and none at all.
  const endless = { read: async (_: string, most: number) => Buffer.alloc(most + 1) };
  await refused({ ...good, source: { ...good.source, ...endless } }, 'update-too-long');
  await refused({ ...good, source: { ...good.source, read: async () => null } }, 'update-not-found');
});

test('the installer has its own floors: it rejects older metadata and, without a recall, older releases', async () => {
  const made = await publisher();
  const old = await publish(made, '1.5.0', await makePackage('1.5.0'));
  const before = new Map<string, Buffer | null>();
  const stick = await offered(made, old);
  for (const name of ['timestamp.json', '2.snapshot.json', '2.targets.json'])
    before.set(name, Buffer.from((await stick.source.read(name, 1e7)) ?? []));
  const sha = await publish(made, '2.0.0', await makePackage('2.0.0'));
  const { requested, path } = await installer(made.root);
  const good = await offered(made, sha);
  await requested.take(good.release, good.file, good.source, never);
  const older = await offered(made, old);
  const backwards = async (source: ReleaseSource) => requested.take(older.release, older.file, source, never);
  await expect(
    backwards({ ...older.source, read: async (name) => before.get(name) ?? null }),
  ).rejects.toMatchObject({ code: 'update-rolled-back' });
  await expect(backwards(older.source)).rejects.toMatchObject({ code: 'update-rolled-back' });
  // What it believes outlives the loss of everything that the player has.
  expect(existsSync(join(path, 'believed'))).toBe(true);
  await changeTargets(made.needs, (targets) =>
    changeVersion(targets, '2.0.0', (custom) => ({ ...custom, recalled: true })),
  );
  await requested.tidy(new Set());
  await backwards(older.source);
  expect(await requested.has(old)).toBe(true);
  await expect(requested.take(good.release, good.file, good.source, never)).rejects.toMatchObject({
    code: 'update-not-offered',
  });
});

test('a package for another machine, with another version, or that cannot be unpacked is not kept', async () => {
  const made = await publisher();
  const { requested, path } = await installer(made.root);
  const foreign = await publish(made, '2.0.0', await makePackage('2.0.0'), { architecture: 'linux-riscv64' });
  const lying = await publish(made, '3.0.0', await makePackage('3.0.0', '', '1.0.0'));
  const broken = join(await passingFolder('broken'), 'package');
  await writeFile(broken, 'no archive');
  const torn = await publish(made, '4.0.0', broken);
  for (const [sha, code] of [
    [foreign, 'update-not-offered'],
    [torn, 'update-not-runnable'],
  ] as const) {
    const { release, file, source } = await offered(made, sha);
    await expect(requested.take(release, file, source, never)).rejects.toMatchObject({ code });
    expect(await requested.has(sha)).toBe(false);
  }
  expect(readdirSync(path)).not.toContain('incoming');
  const { release, file, source } = await offered(made, lying);
  await requested.take(release, file, source, never);
  // Root runs nothing of a release: the player finds out.
  await expect(requested.mustRun(release, never)).rejects.toMatchObject({ code: 'update-not-runnable' });
});

test('a working side is not cut off for an hour, and a silent side that owes data is', async () => {
  const clock = new ManualClock();
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  closing.push(() => void server.close());
  await once(server, 'listening');
  const here = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [there] = (await once(server, 'connection')) as [Socket];
  const [player, installer] = [new Talk(here, clock), new Talk(there, clock)];
  await player.say({ install: null, needed: [] });
  await installer.hear(wishSchema);
  // It unpacks: nobody waits for it to say anything but the player, who hears how it ended.
  await clock.advance(3600_000);
  expect(there.destroyed).toBe(false);
  await installer.say({ done: true });
  expect(await player.hear(questionSchema)).toEqual({ done: true });
  const silent = player.hear(questionSchema);
  silent.catch(() => undefined);
  await clock.advance(899_000);
  expect(here.destroyed).toBe(false);
  await clock.advance(2_000);
  await expect(silent).rejects.toMatchObject({ code: 'update-no-installer' });
  there.destroy();
});

test('the installer rejects releases without a trusted root, with a clock in 1970, and without a player', async () => {
  const made = await publisher();
  const sha = await publish(made, '2.0.0', await makePackage('2.0.0'));
  const { release, file, source } = await offered(made, sha);
  const early = await installer(made.root, () => 0);
  await expect(early.requested.take(release, file, source, never)).rejects.toMatchObject({
    code: 'update-clock',
  });
  const without = await installer('');
  await expect(without.requested.take(release, file, source, never)).rejects.toThrow();
  const nobody = new RootShelf(realFileSystem, without.path, join(without.path, 'nobody'));
  await expect(nobody.take(release, file, source, never)).rejects.toMatchObject({
    code: 'update-no-installer',
  });
});

test('a release on trial is judged without the installer, and its leftovers stay', async () => {
  const made = await publisher();
  const sha = await publish(made, '2.0.0', await makePackage('2.0.0'));
  const { requested, path, close } = await installer(made.root);
  const { release, file, source } = await offered(made, sha);
  await requested.take(release, file, source, never);
  close();
  const player = await playerRoot(made.root, { url: null });
  const updates = await player.open('factory', '1.0.0', {
    shelf: new RootShelf(realFileSystem, path, join(path, 'nobody')),
  });
  expect(updates.status()).toMatchObject({ state: 'off', lastError: null });
  expect(await requested.has(sha)).toBe(true);
});

test('a player with nothing to remove does not ask the installer', async () => {
  const path = await passingFolder('installer');
  await new RootShelf(realFileSystem, path, join(path, 'nobody')).tidy(new Set(['factory']));
});

test('a player that dies half way leaves nothing that could start, and the next one is served', async () => {
  const made = await publisher();
  const sha = await publish(made, '2.0.0', await makePackage('2.0.0', '', '2.0.0', 3_000_000));
  const { requested, settled } = await installer(made.root);
  const { release, file, source } = await offered(made, sha);
  const dies = { ...source, read: () => Promise.reject(new Error('died')) };
  await expect(requested.take(release, file, dies, never)).rejects.toMatchObject({
    code: 'update-no-installer',
  });
  await settled();
  expect(await requested.has(sha)).toBe(false);
  await requested.take(release, file, source, never);
  expect(await requested.has(sha)).toBe(true);
});

test('a package is downloaded once, however often the installer fails to respond', async () => {
  const made = await publisher();
  const sha = await publish(made, '2.0.0', await makePackage('2.0.0', '', '2.0.0', 3_000_000));
  const server = await serve(made.needs.folder.path);
  closing.push(() => void server.close());
  const player = await playerRoot(made.root, { url: server.url });
  const { path, close } = await installer(made.root);
  close();
  const updates = await player.open('factory', '1.0.0', {
    shelf: new RootShelf(realFileSystem, path, join(path, 's')),
  });
  closing.push(() => void updates.stop());
  for (const _ of [1, 2]) await expect(updates.now()).rejects.toMatchObject({ code: 'update-no-installer' });
  const back = await installerOn(path, join(path, 'root.json'));
  closing.push(back.close);
  expect(await updates.now()).toMatchObject({ next: { version: '2.0.0' } });
  expect(await back.requested.has(sha)).toBe(true);
  expect(server.requested.filter((url) => url.startsWith('/targets/'))).toHaveLength(1);
  expect(readdirSync(player.root.parts)).toEqual([]);
});
