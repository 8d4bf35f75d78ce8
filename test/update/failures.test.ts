import { readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { partName } from '../../src/main/download/part.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { releaseError } from '../../src/main/release/failure.ts';
import { Checks } from '../../src/main/update/checks.ts';
import { KeptState } from '../../src/main/update/kept-state.ts';
import { OwnShelf } from '../../src/main/update/own-shelf.ts';
import { serverSource } from '../../src/main/update/source.ts';
import { freshState } from '../../src/main/update/state.ts';
import { partSource, UpdateRoot } from '../../src/main/update/update-root.ts';
import { Updates } from '../../src/main/update/updates.ts';
import { message, verbatim } from '../../src/shared/languages/message.ts';
import { passingFolder } from '../release/support/folder.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { playing } from './support/facts.ts';
import { makePackage, publish, site } from './support/site.ts';

const quiet = createLog(() => undefined);
let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

/** A player whose first unpacking fails. */
async function failsOnce(kind: 'temporary' | 'permanent') {
  let fetched = 0;
  const { publisher, server, player } = await site((request) => {
    if (request.url?.startsWith('/targets/')) fetched++;
    return false;
  });
  closing.push(server.close);
  const sha = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const shelf = new OwnShelf(realFileSystem, player.root.path);
  const { take } = shelf;
  shelf.take = async () => {
    shelf.take = take;
    throw releaseError(message('update-not-runnable.unpack'), { kind });
  };
  const part = join(player.root.parts, `${partName({ source: partSource, marker: sha })}.part`);
  return { player, shelf, server, part, fetched: () => fetched };
}

test.each([
  ['temporary', 1],
  ['permanent', 2],
] as const)('a package whose unpacking fails for a %s reason is fetched so often in all: %d', async (kind, times) => {
  const { player, shelf, fetched } = await failsOnce(kind);
  const updates = await player.open('factory', '1.0.0', { shelf });
  await expect(updates.now()).rejects.toMatchObject({ code: 'update-not-runnable', kind });
  expect(await updates.now()).toMatchObject({ state: 'ready' });
  expect(fetched()).toBe(times);
});

test('a fetched package that can no longer be read is fetched again', async () => {
  const { player, shelf, server, part, fetched } = await failsOnce('temporary');
  let size: number | null = null;
  const fs: typeof realFileSystem = {
    ...realFileSystem,
    stat: async (path) =>
      path === part && size !== null ? { size, isFile: true, modifiedMs: 0 } : realFileSystem.stat(path),
    unlink: async (path) => {
      if (path === part) size = null;
      return realFileSystem.unlink(path);
    },
  };
  const updates = await player.open('factory', '1.0.0', {
    shelf,
    root: new UpdateRoot(fs, player.root.path),
    server: serverSource({ ...player.needs, fs }, server.url),
  });
  await expect(updates.now()).rejects.toMatchObject({ code: 'update-not-runnable' });
  // As on a bad sector: its size is known, and reading fails.
  size = (await stat(part)).size;
  await rm(part);
  await symlink(part, part);
  expect(await updates.now()).toMatchObject({ state: 'ready' });
  expect(fetched()).toBe(2);
});

test('updates open while the removal of old releases never ends', async () => {
  const { player } = await failsOnce('temporary');
  const shelf = new OwnShelf(realFileSystem, player.root.path);
  shelf.tidy = () => new Promise(() => undefined);
  const updates = await Updates.open({
    root: player.root,
    shelf,
    over: null,
    clock: systemClock,
    log: quiet,
    start: 'one',
    server: null,
    window: { from: '00:00', to: '00:00' },
    floorBytes: 0,
    player: { version: '1.0.0', running: 'factory', architecture: 'linux-x64', channel: 'stable' },
    folder: () => {
      throw new Error('not asked');
    },
    zone: () => 'UTC',
    isClockTrusted: () => true,
    cmsReachedAt: () => null,
    mayFetch: () => true,
  });
  expect(await updates.see(playing)).toBe('stay');
});

test('changes of the state that come at once are all kept', async () => {
  const root = new UpdateRoot(realFileSystem, await passingFolder('kept'));
  const kept = new KeptState(root, quiet, freshState('player'));
  const floors = kept.value.floors;
  await Promise.all([
    kept.change((state) => ({ ...state, held: true })),
    kept.change((state) => ({ ...state, floor: '1.0.0' })),
    kept.settle((state) => ({ ...state, origin: 'root', floors })),
  ]);
  expect(await root.state()).toMatchObject({ held: true, floor: '1.0.0', origin: 'root' });
});

test('a change that the disk rejects is not kept, and the next one is', async () => {
  let isFull = true;
  const keep = async (): Promise<void> => {
    if (isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  };
  const kept = new KeptState({ keep }, quiet, freshState('player'));
  const hold = () => kept.change((state) => ({ ...state, held: true }));
  await expect(hold()).rejects.toMatchObject({ code: 'disk-full' });
  expect(kept.value.held).toBe(false);
  isFull = false;
  await hold();
  expect(kept.value.held).toBe(true);
});

test('a trial on a disk without room for its sign of life is judged all the same', async () => {
  const { player } = await failsOnce('temporary');
  const sha = 'a'.repeat(64);
  await player.open();
  const before = {
    plays: true,
    changes: true,
    cms: false,
    revives: 0,
    memoryBytes: 1,
    firstItemMs: 0,
    idleUntil: 0,
  };
  const trial = { release: sha, version: '2.0.0', since: '', attempts: 3, cms: false, by: null, before };
  await player.root.keep({ ...(await player.root.state()), trial });
  const updates = await player.open(sha, '2.0.0');
  player.root.alive = async () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  };
  const dark = {
    ...playing,
    items: 0,
    upMs: 61_000,
    litMs: 61_000,
    dueMs: 61_000,
    overdueMs: 61_000,
    memoryBytes: 1,
  };
  expect(await updates.see(dark)).toBe('end');
});

test('a sign of life needs no room on a full disk', async () => {
  const folder = await passingFolder('alive');
  const open: typeof realFileSystem.open = async (path, flags) => {
    if (flags === 'w') throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    return realFileSystem.open(path, flags);
  };
  const root = new UpdateRoot({ ...realFileSystem, open }, folder);
  await writeFile(join(folder, 'alive'), '\n');
  const { mtimeMs } = await stat(join(folder, 'alive'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await root.alive();
  expect((await stat(join(folder, 'alive'))).mtimeMs).toBeGreaterThan(mtimeMs);
  expect(await readFile(join(folder, 'alive'), 'utf8')).toBe('\n');
});

test('what the fleet requests while a check fails is looked for at once, and nothing after the end', async () => {
  const clock = new ManualClock({ at: 0 });
  let begun = 0;
  let fail: () => void = () => undefined;
  const checks = new Checks({
    clock,
    log: quiet,
    check: () => () => {
      begun++;
      return new Promise((_, reject) => {
        fail = () => reject(new VitrineError('temporary', 'network', verbatim('The server is away.')));
      });
    },
  });
  checks.soon();
  await clock.advance(1);
  checks.soon();
  fail();
  await expect.poll(() => checks.isRunning).toBe(false);
  await clock.advance(1000);
  expect(begun).toBe(2);
  const stopped = checks.stop();
  fail();
  await stopped;
  checks.soon();
  await clock.advance(7_200_000);
  expect(begun).toBe(2);
});
