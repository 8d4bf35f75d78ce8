import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { changeTargets, changeVersion } from '../../src/main/operator/publish.ts';
import type { Release } from '../../src/main/release/release.ts';
import { OwnShelf } from '../../src/main/update/own-shelf.ts';
import { folderSource, type ReleaseSource } from '../../src/main/update/source.ts';
import type { ShowFacts } from '../../src/main/update/trial.ts';
import { unpack } from '../../src/main/update/unpack.ts';
import { UpdateRoot } from '../../src/main/update/update-root.ts';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';
import { publisher } from '../release/support/publisher.ts';
import { slow } from '../support/limits.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';
import { beforeIt, playing } from './support/facts.ts';
import { makePackage, playerRoot, publish, site } from './support/site.ts';

const onTrial = (upMs: number, items: number): ShowFacts => ({
  ...playing,
  upMs,
  litMs: upMs,
  dueMs: upMs,
  overdueMs: items === 0 ? upMs : 0,
  items,
});

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

async function made() {
  const { publisher, server, player } = await site();
  closing.push(server.close);
  return { publisher, server, player };
}

test('a release is downloaded, unpacked, tried and kept, and so is the way back', async () => {
  const { publisher, player } = await made();
  const sha = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const before = await player.open();
  const status = await before.now();
  expect(status).toMatchObject({ state: 'ready', next: { version: '2.0.0' }, lastError: null });
  const folder = player.shelf.folderOf(sha);
  expect(await readFile(join(folder, 'resources/some.txt'), 'utf8')).toBe('2.0.0');
  expect((await stat(folder)).mode & 0o222).toBe(0);
  expect(await before.see(playing)).toBe('end');
  expect(await before.see(playing)).toBe('end');
  await before.stop();

  const after = await player.open(sha, '2.0.0');
  expect(after.status()).toMatchObject({ state: 'trying', trial: { version: '2.0.0', of: 4 } });
  await expect(after.now()).rejects.toMatchObject({ code: 'update-on-trial' });
  expect(await after.see(onTrial(70_000, 3))).toBe('stay');
  expect(after.status().sentence).toMatchObject({
    code: 'update.state.trying',
    values: { version: '2.0.0', left: 1, of: 4 },
  });
  expect(await after.see(onTrial(600_000, 3))).toBe('stay');
  expect(after.status()).toMatchObject({ state: 'waiting', trial: null, blocked: [] });
  const state = await player.root.state();
  expect(state).toMatchObject({ current: sha, previous: 'factory', trial: null, floor: '2.0.0' });
  await expect(after.now()).rejects.toMatchObject({ code: 'update-none' });
});

test('a release that the fleet requests is taken whatever its share, at once if requested, until withdrawn', async () => {
  const { publisher, player } = await made();
  await publish(publisher, '2.0.0', await makePackage('2.0.0'), { share: '0' });
  await publish(publisher, '2.1.0', await makePackage('2.1.0'), { share: '0' });
  const wall = (hours: number): string => new Date(Date.now() + hours * 3600_000).toISOString().slice(11, 16);
  const updates = await player.open('factory', '1.0.0', { window: { from: wall(2), to: wall(3) } });
  closing.push(() => updates.stop());
  const is = (state: string) => until(`it is ${state}`, () => updates.status().state === state);
  updates.want({ version: '2.0.0', atOnce: false });
  await is('ready');
  expect(updates.status()).toMatchObject({ next: { version: '2.0.0' }, wanted: { version: '2.0.0' } });
  expect(await updates.see(playing)).toBe('stay');
  updates.want(null);
  expect(updates.status()).toMatchObject({ state: 'waiting', next: null, wanted: null });
  expect(await updates.see(playing)).toBe('stay');
  updates.want({ version: '9.9.9', atOnce: true });
  await until('it is not there', () => updates.status().lastError?.code === 'update-none');
  updates.want({ version: '1.0.0', atOnce: true });
  await until('it is no way back', () =>
    inEnglish(updates.status().lastError?.message ?? verbatim('')).includes('1.0.0'),
  );
  updates.want({ version: '2.0.0', atOnce: true });
  await is('ready');
  expect(await updates.see(playing)).toBe('end');
  expect((await player.root.state()).trial).toMatchObject({ version: '2.0.0' });
});

test('a kept release that no longer starts is reported, and downloaded again', async () => {
  const { publisher, player } = await made();
  const sha = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const before = await player.open();
  await before.now();
  await before.see(playing);
  const after = await player.open(sha, '2.0.0');
  await after.see(onTrial(600_000, 3));
  expect(after.status()).toMatchObject({ trial: null, lost: null });
  const failures = join(player.root.path, `failed-${sha}`);
  await writeFile(failures, 'failed\n');
  const again = await player.open(sha, '2.0.0');
  expect(await readFile(failures, 'utf8').catch(() => 'none')).toBe('none');
  expect(again.status().lost).toBeNull();

  // Its files rot: the launcher goes back to the one before.
  await writeFile(failures, 'failed\n'.repeat(3));
  const fallen = await player.open();
  expect(fallen.status()).toMatchObject({
    lost: { code: 'update.lost', values: { version: '2.0.0' } },
    blocked: [],
  });
  expect(await player.root.state()).toMatchObject({
    current: 'factory',
    previous: null,
    lost: { release: sha },
  });
  expect(await player.shelf.has(sha)).toBe(false);
  expect(await readFile(failures, 'utf8').catch(() => 'none')).toBe('none');
  // It is reported until another release is kept, even after a restart.
  const next = await player.open();
  expect(next.status().lost).not.toBeNull();
  expect(await next.now()).toMatchObject({ next: { version: '2.0.0' } });
  await next.see(playing);
  const whole = await player.open(sha, '2.0.0');
  expect(whole.status().lost).not.toBeNull();
  await whole.see(onTrial(600_000, 3));
  expect(whole.status()).toMatchObject({ trial: null, lost: null });
});

test('a release that shows nothing is taken back, blocked and reported', async () => {
  const { publisher, player } = await made();
  const sha = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const before = await player.open();
  await before.now();
  await before.see(playing);
  const after = await player.open(sha, '2.0.0');
  expect(await after.see(onTrial(61_000, 0))).toBe('end');
  const again = await player.open();
  expect(again.status()).toMatchObject({ blocked: [{ version: '2.0.0', code: 'no-item' }], trial: null });
  await expect(again.now()).rejects.toThrow('2.0.0 is blocked. The release showed nothing');
  // The next one is free to come.
  await publish(publisher, '2.0.1', await makePackage('2.0.1'));
  expect(await again.now()).toMatchObject({ next: { version: '2.0.1' } });
});

test('a release that was taken back ends when its engine restarts, and the current one stays', async () => {
  const { publisher, player } = await made();
  const good = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const before = await player.open();
  await before.now();
  await before.see(playing);
  await (await player.open(good, '2.0.0')).see(onTrial(600_000, 3));
  const bad = await publish(publisher, '2.1.0', await makePackage('2.1.0'));
  const current = await player.open(good, '2.0.0');
  await current.now();
  await current.see(playing);
  expect(await (await player.open(bad, '2.1.0')).see(onTrial(61_000, 0))).toBe('end');

  const again = await player.open(bad, '2.1.0');
  expect(await player.root.state()).toMatchObject({ current: good, previous: 'factory', lost: null });
  expect(await player.shelf.has(good)).toBe(true);
  expect(await again.see(playing)).toBe('end');

  // What lost the CMS does not settle the doubt by itself.
  const state = await player.root.state();
  const doubt = { release: bad, version: '2.1.0', since: '', before: beforeIt, about: 'cms' as const };
  await player.root.keep({ ...state, blocked: [], doubt });
  const doubted = await player.open(bad, '2.1.0', { cmsReachedAt: () => Date.now() });
  expect(await doubted.see(playing)).toBe('end');
  expect(await player.root.state()).toMatchObject({ current: good, doubt: { release: bad }, blocked: [] });
});

test('a release that was unreadable at one start stays current, and one that is gone does not', async () => {
  const { publisher, player } = await made();
  const sha = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const before = await player.open();
  await before.now();
  await before.see(playing);
  await (await player.open(sha, '2.0.0')).see(onTrial(600_000, 3));
  const unreadable = async (): Promise<never> => {
    throw Object.assign(new Error('I/O error'), { code: 'EIO' });
  };
  const fs = { ...realFileSystem, stat: unreadable, readdir: unreadable };
  await player.open('factory', '1.0.0', { shelf: new OwnShelf(fs, player.root.path) });
  // It was readable again before the player looked.
  await player.open();
  expect(await player.root.state()).toMatchObject({ current: sha, lost: null });
  const folder = player.shelf.folderOf(sha);
  await chmod(folder, 0o755);
  await rm(join(folder, 'vitrine'));
  expect((await player.open()).status().lost).toMatchObject({ code: 'update.lost' });
  expect(await player.root.state()).toMatchObject({ current: 'factory', lost: { release: sha } });
});

test('updates open on a read-only disk, and report only failed writes', async () => {
  const { player } = await made();
  const { path } = player.root;
  const refused = async (): Promise<never> => {
    throw Object.assign(new Error('read-only'), { code: 'EROFS' });
  };
  const fs = { ...realFileSystem, open: refused, rename: refused, unlink: refused, syncFolder: refused };
  const reported: string[] = [];
  const log = createLog(({ message }) => void reported.push(message));
  const opened = () =>
    player.open('factory', '1.0.0', { root: new UpdateRoot(fs, path), shelf: new OwnShelf(fs, path), log });
  expect((await opened()).status().state).toBe('waiting');
  expect(reported).toEqual([]);
  await writeFile(join(path, 'failed-factory'), 'failed\n');
  await writeFile(join(path, `starts-${'a'.repeat(64)}`), 'start\n');
  expect((await opened()).status().state).toBe('waiting');
  expect(reported).toEqual(['Cannot record that this release came up', 'Cannot remove old releases']);
});

test('a release that the launcher gave up is blocked, and one that it could not count may return', async () => {
  const { publisher, player } = await made();
  const sha = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const before = await player.open();
  await before.now();
  await before.see(playing);
  const { root } = player;
  expect((await player.open()).status()).toMatchObject({ blocked: [], trial: null });
  const again = await player.open();
  await again.now();
  await again.see(playing);
  const file = await root.fs.open(join(root.path, `starts-${sha}`), 'w');
  await file.write(Buffer.from('start\nstart\nstart\n'));
  await file.close();
  expect((await player.open()).status()).toMatchObject({ blocked: [{ code: 'died', version: '2.0.0' }] });
});

test('a release whose trial could not begin is not retried for a day, unless a person requests it', async () => {
  const { publisher, player } = await made();
  const sha = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const clock = new ManualClock({ at: Date.now() });
  const before = await player.open('factory', '1.0.0', { clock });
  await before.now();
  expect(await before.see(playing)).toBe('end');
  // The launcher could not write that it begins, and has started the one before.
  const again = await player.open('factory', '1.0.0', { clock });
  closing.push(() => again.stop());
  const wanted = { version: '2.0.0', atOnce: true };
  again.want(wanted);
  await clock.advance(1000);
  await until('it is refused', () => again.status().lastError?.code === 'update-not-begun');
  expect(again.status()).toMatchObject({ next: null, lastError: { isLasting: true } });
  expect(await again.see(playing)).toBe('stay');
  // Its fleet asks once more, as after each start and each new link.
  again.want(null);
  again.want(wanted);
  await clock.advance(1000);
  expect(await again.see(playing)).toBe('stay');
  await clock.advance(25 * 3600_000);
  await until('it is taken again', async () => {
    if (again.status().state !== 'ready') await clock.advance(60_000);
    return again.status().state === 'ready';
  });
  expect(await again.see(playing)).toBe('end');
  expect((await player.root.state()).trial?.release).toBe(sha);
});

test('the chosen release still starts next when the engine thread dies before the player ends', async () => {
  const { publisher, player } = await made();
  const sha = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const start = 'this start';
  const before = await player.open('factory', '1.0.0', { start });
  await before.now();
  expect(await before.see(playing)).toBe('end');
  const again = await player.open('factory', '1.0.0', { start });
  expect(again.status().state).toBe('ending');
  expect(await again.see(playing)).toBe('end');
  expect(await player.root.state()).toMatchObject({ trial: { release: sha }, unbegun: null });
  // The launcher could not count its start.
  await player.open();
  expect(await player.root.state()).toMatchObject({ trial: null, unbegun: { release: sha } });
});

test('a release that is already unpacked is checked before the player switches to it', async () => {
  const { publisher, player } = await made();
  const file = await makePackage('2.0.0', '', '1.0.0');
  const sha = await publish(publisher, '2.0.0', file);
  const updates = await player.open();
  // Root's installer has put it there, and the player was gone before it could try it.
  await unpack(
    player.shelf,
    { sha256: sha, version: '2.0.0' } as Release,
    file,
    new AbortController().signal,
  );
  await expect(updates.now()).rejects.toMatchObject({ code: 'update-not-runnable' });
  expect(await updates.see(playing)).toBe('stay');
  expect(await player.shelf.has(sha)).toBe(false);
});

test('a package that does not run here is downloaded once a day, not every hour', async () => {
  let fetched = 0;
  const { publisher, server } = await site((request) => {
    if (request.url?.startsWith('/targets/')) fetched++;
    return false;
  });
  closing.push(server.close);
  await publish(publisher, '2.0.0', await makePackage('2.0.0', '', '1.0.0'));
  const clock = new ManualClock({ at: Date.now() });
  const player = await playerRoot(publisher.root, { url: server.url, clock });
  const updates = await player.open();
  updates.start();
  const hours = async (count: number) => {
    for (let hour = 0; hour < count; hour++) {
      await clock.advance(4_400_000);
      await expect.poll(() => updates.status().state).toBe('waiting');
    }
  };
  await hours(10);
  expect(updates.status().lastError).toMatchObject({ code: 'update-not-runnable', isLasting: true });
  expect(fetched).toBe(1);
  await hours(15);
  expect(fetched).toBe(2);
  await updates.stop();
});

test('only a recall leads below the kept release', async () => {
  const { publisher, player } = await made();
  const sha = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  await player.root.keep({
    ...(await player.root.state()),
    current: sha,
    previous: 'factory',
    floor: '2.0.0',
  });
  const updates = await player.open(sha, '2.0.0');
  await publish(publisher, '1.5.0', await makePackage('1.5.0'));
  await expect(updates.now()).rejects.toMatchObject({ code: 'update-none' });
  await changeTargets(publisher.needs, (targets) =>
    changeVersion(targets, '2.0.0', (custom) => ({ ...custom, recalled: true })),
  );
  await updates.now();
  expect(await updates.see(playing)).toBe('end');
  expect(await player.root.state()).toMatchObject({
    current: 'factory',
    floor: null,
    blocked: [{ code: 'recalled', version: '2.0.0' }],
  });
});

describe('a release that loses the CMS', () => {
  async function lost() {
    const { publisher, player } = await made();
    const sha = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
    const before = await player.open('factory', '1.0.0', { cmsReachedAt: () => Date.now() - 60_000 });
    await before.now();
    await before.see(playing);
    const after = await player.open(sha, '2.0.0');
    expect(await after.see(onTrial(29 * 60_000, 50))).toBe('stay');
    expect(after.status().trial?.left).toEqual(['the CMS']);
    expect(await after.see(onTrial(31 * 60_000, 50))).toBe('end');
    return { player, sha };
  }

  test('is taken back when the previous one reaches the CMS', async () => {
    const { player } = await lost();
    const before = await player.open('factory', '1.0.0', { cmsReachedAt: () => Date.now() });
    expect(before.status().state).toBe('doubting');
    expect(await before.see(onTrial(10_000, 1))).toBe('stay');
    expect(before.status()).toMatchObject({ state: 'waiting', blocked: [{ code: 'lost-cms' }] });
  });

  test('is tried again without the CMS when the network is at fault', async () => {
    const { player, sha } = await lost();
    const before = await player.open();
    expect(await before.see(onTrial(60_000, 1))).toBe('stay');
    expect(await before.see(onTrial(30 * 60_000, 1))).toBe('end');
    const after = await player.open(sha, '2.0.0');
    await after.see(onTrial(600_000, 50));
    expect(await player.root.state()).toMatchObject({ current: sha, blocked: [] });
  });
});

describe('a release that finds nothing to show', () => {
  const idle = { ...onTrial(120_000, 0), dueMs: 0, overdueMs: 0, idleMs: 61_000 };
  async function idling() {
    const { publisher, player } = await made();
    const sha = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
    const before = await player.open();
    await before.now();
    await before.see(playing);
    const after = await player.open(sha, '2.0.0');
    expect(await after.see(idle)).toBe('end');
    const again = await player.open();
    expect(again.status()).toMatchObject({
      state: 'doubting',
      sentence: { code: 'update.state.doubting.show' },
    });
    return { player, sha, again };
  }

  test('is taken back when the previous one plays', async () => {
    const { again } = await idling();
    expect(await again.see(onTrial(10_000, 0))).toBe('stay');
    expect(await again.see(onTrial(10_000, 1))).toBe('stay');
    expect(again.status()).toMatchObject({ state: 'waiting', blocked: [{ code: 'no-item' }] });
  });

  test('goes on when there is nothing to show, and is judged once something is due', async () => {
    const { player, sha, again } = await idling();
    const nextDueAt = Date.now() + 3600_000;
    expect(await again.see({ ...idle, nextDueAt })).toBe('end');
    const after = await player.open(sha, '2.0.0');
    expect(await after.see({ ...idle, idleMs: 600_000 })).toBe('stay');
    expect(await after.see(onTrial(600_000, 50))).toBe('stay');
    expect(await player.root.state()).toMatchObject({ current: sha, blocked: [] });
  });

  test('needs to show nothing when the previous one does not play either', async () => {
    const { player, sha, again } = await idling();
    expect(await again.see(onTrial(61_000, 0))).toBe('end');
    const after = await player.open(sha, '2.0.0');
    expect(await after.see(onTrial(600_000, 0))).toBe('stay');
    expect(await player.root.state()).toMatchObject({ current: sha, blocked: [] });
  });
});

test('held updates stay held across a restart', async () => {
  const { publisher, player } = await made();
  await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const updates = await player.open();
  await updates.hold(true);
  await expect(updates.now()).rejects.toMatchObject({ code: 'update-held' });
  const again = await player.open();
  expect(again.status().state).toBe('held');
  await again.hold(false);
  expect(await again.now()).toMatchObject({ state: 'ready' });
  await again.stop();
});

test('an automatic check runs every hour, and waits for window and share', async () => {
  const { publisher, server } = await made();
  await publish(publisher, '2.0.0', await makePackage('2.0.0'), { share: '0' });
  const clock = new ManualClock({ at: '2026-11-22T12:00:00Z' });
  const player = await playerRoot(publisher.root, { url: server.url, clock });
  let mayFetch = false;
  const updates = await player.open('factory', '1.0.0', {
    window: { from: '02:00', to: '05:00' },
    mayFetch: () => mayFetch,
  });
  updates.start();
  const looked = async (ms: number) => {
    const last = updates.status().lastLookAt;
    await clock.advance(ms);
    await expect.poll(() => updates.status().lastLookAt).not.toBe(last);
    await expect.poll(() => updates.status().state).toMatch(/waiting|ready/);
  };
  await looked(140_000);
  expect(updates.status()).toMatchObject({ state: 'waiting', next: null, lastError: null });
  await changeTargets(publisher.needs, (targets) =>
    changeVersion(targets, '2.0.0', (custom) => ({
      ...custom,
      rollout: { ...(custom.rollout as object), share: '1' },
    })),
  );
  await looked(4_000_000);
  expect(updates.status().state).toBe('waiting');
  mayFetch = true;
  await looked(4_000_000);
  const { state, switchAt } = updates.status();
  expect(state).toBe('ready');
  expect(switchAt).toMatch(/^2026-11-23T0[2-4]:/);
  expect(await updates.see(playing)).toBe('stay');
  await clock.advance(Date.parse(switchAt ?? '') - clock.now() - 1000);
  await expect.poll(() => updates.status().state).toBe('ready');
  expect(await updates.see(playing)).toBe('stay');
  await clock.advance(1000);
  await expect.poll(() => updates.status().state).toBe('ready');
  await expect.poll(() => updates.see(playing)).toBe('end');
  await updates.stop();
});

test('a failed check is retried with backoff, and reported as lasting after a day', slow, async () => {
  const made = await publisher();
  const clock = new ManualClock({ at: '2026-11-22T12:00:00Z' });
  const player = await playerRoot(made.root, { url: null, clock });
  let looks = 0;
  const server: ReleaseSource = {
    async read() {
      looks++;
      throw new VitrineError('temporary', 'network', verbatim('The server is away.'));
    },
    fetch: () => Promise.reject(new Error('not asked')),
  };
  const updates = await player.open('factory', '1.0.0', { server });
  updates.start();
  const after = async (ms: number, expected: number): Promise<void> => {
    await clock.advance(ms);
    await expect.poll(() => looks).toBe(expected);
    await expect.poll(() => updates.status().state).toBe('waiting');
  };
  await after(140_000, 1);
  await after(400_000, 2);
  await after(800_000, 3);
  expect(updates.status().lastError).toMatchObject({ code: 'network', isLasting: false });
  for (let hour = 0; hour < 26; hour++) {
    const before = looks;
    await clock.advance(4_400_000);
    await expect.poll(() => looks).toBeGreaterThan(before);
    await expect.poll(() => updates.status().state).toBe('waiting');
  }
  expect(updates.status().lastError).toMatchObject({ code: 'network', isLasting: true });
});

test('a player whose screens were off since its start does not switch automatically', async () => {
  const { publisher } = await made();
  await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const clock = new ManualClock({ at: '2026-11-22T12:00:00Z' });
  const own = await playerRoot(publisher.root, { url: null, clock });
  const server = folderSource(own.needs, publisher.needs.folder.path);
  const updates = await own.open('factory', '1.0.0', { server });
  updates.start();
  await clock.advance(140_000);
  await expect.poll(() => updates.status().state).toBe('ready');
  await clock.advance(Date.parse(updates.status().switchAt ?? '') - clock.now() + 1000);
  await expect.poll(() => updates.status().state).toBe('ready');
  const dark = { ...playing, plays: false, litMs: 0 };
  expect(await updates.see(dark)).toBe('stay');
  // They are on: what is seen then is what the next release is judged by.
  await expect.poll(() => updates.see({ ...playing, litMs: 700_000 })).toBe('end');
  expect((await own.root.state()).trial?.before).toMatchObject({ plays: true });
});

test('the next release is compared with observations while the screens were on, even if it starts with them off', async () => {
  const { publisher, player } = await made();
  await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const updates = await player.open();
  for (const litMs of [5_000, 300_000, 600_000])
    await updates.see({ ...playing, litMs, items: litMs / 5000 });
  await updates.now();
  expect(await updates.see({ ...playing, plays: false, litMs: 600_000, items: 120 })).toBe('end');
  expect((await player.root.state()).trial?.before).toMatchObject({ plays: true, changes: true });
});

test('screens that are off by plan allow the switch like the window', async () => {
  const { publisher } = await made();
  await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const clock = new ManualClock({ at: '2026-11-22T20:00:00Z' });
  const player = await playerRoot(publisher.root, { url: null, clock });
  const server = folderSource(player.needs, publisher.needs.folder.path);
  const window = { from: '02:00', to: '05:00' };
  const updates = await player.open('factory', '1.0.0', { server, window });
  updates.start();
  await clock.advance(140_000);
  await expect.poll(() => updates.status().state).toBe('ready');
  expect(await updates.see({ ...playing, litMs: 140_000 })).toBe('stay');
  const dark = { ...playing, plays: false, litMs: 140_000 };
  expect(await updates.see(dark)).toBe('stay');
  const { switchAt } = updates.status();
  expect(switchAt).toMatch(/^2026-11-22T2[01]:/);
  await clock.advance(Date.parse(switchAt ?? '') - clock.now());
  await expect.poll(() => updates.status().state).toBe('ready');
  await expect.poll(() => updates.see(dark)).toBe('end');
  expect((await player.root.state()).trial?.before.plays).toBe(true);
});

test('a second update, and one during the switch, are rejected with their reason', async () => {
  const { publisher, player } = await made();
  await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const updates = await player.open();
  const one = updates.now();
  await expect(updates.now()).rejects.toMatchObject({ sentence: { code: 'update-busy.running' } });
  await one;
  expect(await updates.see(playing)).toBe('end');
  await expect(updates.now()).rejects.toMatchObject({ sentence: { code: 'update-busy.switching' } });
});

test('another package below the releases runs, and blocks and holds stay', async () => {
  const { player } = await made();
  const state = {
    ...(await player.root.state()),
    over: '1.0.0',
    current: 'a'.repeat(64),
    floor: '1.5.0',
    held: true,
  };
  await player.root.keep(state);
  const same = await player.open('a'.repeat(64), '1.5.0', { over: '1.0.0' });
  expect(same.status().state).toBe('held');
  const other = await player.open('factory', '2.0.0', { over: '2.0.0' });
  await other.hold(false);
  expect(await player.root.state()).toMatchObject({
    over: '2.0.0',
    current: 'factory',
    floor: null,
    held: false,
  });
});

test('a package that the launcher has left as it failed is lost, and all else stays', async () => {
  const { player } = await made();
  const current = 'a'.repeat(64);
  await player.root.keep({ ...(await player.root.state()), over: '1.0.0', current, floor: '1.5.0' });
  const failures = join(player.root.path, 'failed-factory');
  await writeFile(failures, 'failed\n'.repeat(3));
  const updates = await player.open(current, '1.5.0', { over: '2.0.0' });
  expect(updates.status().lost).toMatchObject({ code: 'update.lost', values: { version: '2.0.0' } });
  expect(await player.root.state()).toMatchObject({ over: '2.0.0', current, floor: '1.5.0', blocked: [] });
  expect(await readFile(failures, 'utf8').catch(() => 'none')).toBe('none');
});

test('a package older than the current release leaves that current, and is recorded at once', async () => {
  const { player } = await made();
  const [current, older, onTrial] = ['a', 'b', 'c'].map((name) => name.repeat(64)) as [
    string,
    string,
    string,
  ];
  for (const [release, version] of [
    [current, '1.5.0'],
    [older, '1.1.0'],
    [onTrial, '1.6.0'],
  ] as const) {
    const folder = player.shelf.folderOf(release);
    await mkdir(folder, { recursive: true });
    for (const [name, text] of [
      ['complete', `${version}\n`],
      ['vitrine', ''],
    ] as const)
      await writeFile(join(folder, name), text);
  }
  const trial = {
    release: onTrial,
    version: '1.6.0',
    since: '',
    attempts: 3,
    before: beforeIt,
    cms: true,
    by: null,
  };
  const state = {
    ...(await player.root.state()),
    over: '1.0.0',
    current,
    previous: older,
    floor: '1.5.0',
    trial,
  };
  await player.root.keep(state);
  await player.open(onTrial, '1.6.0', { over: '1.2.0' });
  expect(await player.root.state()).toEqual({ ...state, over: '1.2.0', previous: 'factory' });
  await player.open('factory', '1.1.0', { over: '1.1.0' });
  expect(await player.root.state()).toMatchObject({ over: '1.1.0', current: 'factory', trial: null });
});

test('a release that asks for a newer browser waits for it', async () => {
  const { publisher, player } = await made();
  await publish(publisher, '2.0.0', await makePackage('2.0.0'), { oldestBrowser: 150 });
  const updates = await player.open();
  await updates.see({ ...playing, browser: 149 });
  await expect(updates.now()).rejects.toMatchObject({ code: 'update-none' });
  await updates.see({ ...playing, browser: 150 });
  expect(await updates.now()).toMatchObject({ state: 'ready' });
});

test('another root is a fresh start, and invalidates what the old one signed', async () => {
  const { publisher, player } = await made();
  await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  await (await player.open()).now();
  const other = await made();
  await publish(other.publisher, '3.0.0', await makePackage('3.0.0'));
  const updates = await player.open();
  const { path } = other.publisher.needs.folder;
  await expect(updates.from(path)).rejects.toMatchObject({ code: 'update-not-signed' });
  await writeFile(join(player.root.path, 'root.json'), other.publisher.root);
  expect(await updates.from(path)).toMatchObject({ next: { version: '3.0.0' } });
});

test('a stick is verified like a server', async () => {
  const { publisher } = await made();
  await publish(publisher, '2.0.0', await makePackage('2.0.0'));
  const player = await playerRoot(publisher.root, { url: null });
  const updates = await player.open();
  await expect(updates.now()).rejects.toMatchObject({ code: 'update-off' });
  expect(await updates.from(publisher.needs.folder.path)).toMatchObject({ state: 'ready' });
  await expect(updates.from('/nowhere')).rejects.toMatchObject({ code: 'update-not-found' });
});

describe('a player that is off in its window', () => {
  const window = { from: '02:00', to: '05:00' };
  const day = 24 * 3600_000;
  const opening = Date.parse('2026-11-23T09:00:00Z');

  async function shop() {
    let fetched = 0;
    const { publisher, server } = await site((request) => {
      if (request.url?.startsWith('/targets/')) fetched++;
      return false;
    });
    closing.push(server.close);
    const sha = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
    const clock = new ManualClock({ at: opening });
    const player = await playerRoot(publisher.root, { url: server.url, clock });
    const open = async () => {
      const updates = await player.open('factory', '1.0.0', { window });
      updates.start();
      return updates;
    };
    type Opened = Awaited<ReturnType<typeof open>>;
    const looked = async (updates: Opened) => {
      await clock.advance(140_000);
      await expect.poll(() => updates.status().state).toMatch(/ready|waiting/);
    };
    const plays = async (updates: Opened, from = 0) => {
      for (let litMs = from + 5_000; litMs <= from + 700_000; litMs += 5_000)
        expect(await updates.see({ ...playing, upMs: litMs, litMs, items: litMs / 1000 })).toBe('stay');
    };
    return { publisher, player, clock, sha, open, looked, plays, fetched: () => fetched };
  }
  const starting = { ...playing, upMs: 1_000, litMs: 1_000, plays: false, items: 0 };

  test('takes the release at its next start before the show, and downloads it once', async () => {
    const { player, clock, sha, open, looked, plays, fetched } = await shop();
    const monday = await open();
    await looked(monday);
    expect(monday.status().state).toBe('ready');
    await plays(monday);
    await monday.stop();
    // Switched on once more on the same day: its window is still to come.
    const evening = await open();
    expect(await evening.see(starting)).toBe('stay');
    await evening.stop();
    clock.set(opening + day);
    const tuesday = await open();
    expect(await tuesday.see(starting)).toBe('end');
    expect((await player.root.state()).trial).toMatchObject({
      release: sha,
      before: { plays: true, changes: true },
    });
    expect(await player.shelf.has(sha)).toBe(true);
    expect(fetched()).toBe(1);
    await tuesday.stop();
  });

  test('takes the release between two items a day later if it slept, and reports that until then', async () => {
    const { clock, open, looked, plays } = await shop();
    const updates = await open();
    await looked(updates);
    await plays(updates);
    clock.set(opening + day);
    await expect.poll(() => updates.status().state).toBe('ready');
    const lit = { ...playing, litMs: 800_000 };
    expect(await updates.see(lit)).toBe('stay');
    expect(updates.status()).toMatchObject({
      sentence: { code: 'update.state.ready.missed' },
      overdue: null,
    });
    clock.set(opening + 2 * day);
    expect(inEnglish(updates.status().overdue ?? verbatim(''))).toMatch(
      /^Release 2\.0\.0 .* since 2026-11-24T0[2-4]:/,
    );
    expect(await updates.see({ ...lit, litMs: 805_000 })).toBe('end');
    await updates.stop();
  });

  test('keeps the release that waits when its updates, which are not held, are let go', async () => {
    const { player, open, looked } = await shop();
    const updates = await open();
    await looked(updates);
    const { waiting } = await player.root.state();
    expect(waiting).not.toBeNull();
    await updates.hold(false);
    expect((await player.root.state()).waiting).toEqual(waiting);
    await updates.stop();
  });

  test('takes no recalled release at its start, and none while updates are held', async () => {
    const { publisher, player, clock, sha, open, looked, plays } = await shop();
    const monday = await open();
    await looked(monday);
    await plays(monday);
    await changeTargets(publisher.needs, (targets) =>
      changeVersion(targets, '2.0.0', (custom) => ({ ...custom, recalled: true })),
    );
    await clock.advance(4_400_000);
    await expect.poll(() => monday.status()).toMatchObject({ state: 'waiting', next: null });
    await monday.stop();
    clock.set(opening + day);
    const tuesday = await open();
    expect(await tuesday.see(starting)).toBe('stay');
    expect(await player.shelf.has(sha)).toBe(false);
    await tuesday.stop();
  });
});

describe('one failure', () => {
  test('automatic checks go on after a requested update failed', async () => {
    let isBroken = true;
    const { publisher, server } = await site((request, response) => {
      const isCut = isBroken && (request.url?.startsWith('/targets/') ?? false);
      if (isCut) response.writeHead(404).end();
      return isCut;
    });
    closing.push(server.close);
    await publish(publisher, '2.0.0', await makePackage('2.0.0'));
    const clock = new ManualClock({ at: Date.now() });
    const player = await playerRoot(publisher.root, { url: server.url, clock });
    const updates = await player.open();
    updates.start();
    await expect(updates.now()).rejects.toMatchObject({ code: 'media-gone' });
    expect(updates.status()).toMatchObject({ state: 'waiting', next: null });
    isBroken = false;
    await clock.advance(4_400_000);
    await expect.poll(() => updates.status().state).toBe('ready');
    await updates.stop();
  });

  test('an ended trial is taken back on a full disk too, and updates stay open', async () => {
    const { publisher, player } = await made();
    const sha = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
    const before = await player.open();
    await before.now();
    await before.see(playing);
    await writeFile(join(player.root.path, `starts-${sha}`), 'start\nstart\nstart\n');
    let isFull = true;
    const root = new UpdateRoot(
      {
        ...realFileSystem,
        open: async (...of) => {
          if (isFull && of[1] === 'w') throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
          return realFileSystem.open(...of);
        },
      },
      player.root.path,
    );
    const after = await player.open('factory', '1.0.0', { root });
    expect(after.status().blocked).toMatchObject([{ code: 'died' }]);
    isFull = false;
    await after.now().catch(() => undefined);
    expect((await player.root.state()).blocked).toMatchObject([{ code: 'died' }]);
  });

  test('a trial that failed ends on a full disk too', async () => {
    const { publisher, player } = await made();
    const sha = await publish(publisher, '2.0.0', await makePackage('2.0.0'));
    const before = await player.open();
    await before.now();
    await before.see(playing);
    const after = await player.open(sha, '2.0.0');
    player.root.keep = async () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    };
    expect(await after.see(onTrial(61_000, 0))).toBe('end');
  });
});
