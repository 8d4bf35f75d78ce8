import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { AttemptRecord } from '../../src/main/download/ports.ts';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { layoutOf, objectPath } from '../../src/main/store/objects/layout.ts';
import type { Store } from '../../src/main/store/store.ts';
import { type Message, verbatim } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { source } from '../support/records.ts';
import { damageProof } from './support/damage.ts';
import { openBelow, opened, temporaryFolder } from './support/folder.ts';
import { bytesOf, sha256Of } from './support/parts.ts';
import { before, playing } from './support/power-cuts.ts';
import { refuseShowings } from './support/refuse-showings.ts';
import { showing } from './support/showings.ts';

const attempt: AttemptRecord = {
  source,
  marker: 'marker a',
  mediaFileId: 'a',
  attempts: 1,
  refusals: 0,
  firstAt: 1,
  lastProgressAt: 1,
  nextTryAt: 2,
  failed: false,
  code: 'c',
  message: verbatim('m'),
};

/** All that the store answers from memory. */
function answers(store: Store): unknown {
  return {
    objects: [...store.holdings(before).objects.keys()].toSorted(),
    putAside: [...store.holdings(before).putAside.keys()],
    attempt: store.attempt(source, 'marker a'),
    retryAfter: store.cmsRetryAfter.until(),
    left: store.rolledBackFrom(),
    complete: store.active()?.complete,
    storage: store.storage().objects,
  };
}

test('every result comes from the new database after a repair', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const first = await opened(folder);
  first.store.saveAttempt(attempt);
  first.store.cmsRetryAfter.set(99);
  for (let time = 0; time < 3; time++) first.store.strike('a', 'codec');
  first.store.proof.start(showing(1));
  first.store.proof.end(showing(1).id, showing(1).startedAt + 10_000, 'completed', null);
  await first.store.close();
  await damageProof(layoutOf(folder).database);

  const { store } = await opened(folder);
  const orphan = objectPath(folder, `57${'0'.repeat(62)}`);
  await mkdir(dirname(orphan), { recursive: true });
  await writeFile(orphan, 'what a death has left');
  expect(answers(store)).toMatchObject({ putAside: ['a'], objects: ['a', 'b'], attempt, retryAfter: 99 });
  await rm(objectPath(folder, sha256Of(bytesOf('b'))));
  let changes = 0;
  store.onHoldingsChanged(() => changes++);
  expect(() => [...store.proof.iterate()]).toThrow(expect.objectContaining({ code: 'database-damaged' }));
  // Met again before it is mended, it is one repair still.
  expect(() => [...store.proof.iterate()]).toThrow(expect.objectContaining({ code: 'database-damaged' }));
  await store.makeSpace(0);
  expect(changes).toBe(1);
  expect(store.health().recovered.map(({ what }) => what.code)).toEqual([
    'store.recovered.rebuilt',
    'store.recovered.damaged',
    'store.recovered.proof',
  ]);
  expect(existsSync(orphan)).toBe(false);

  const mended = answers(store);
  expect(mended).toEqual({
    objects: ['a'],
    putAside: [],
    attempt: null,
    retryAfter: null,
    left: null,
    complete: false,
    storage: 1,
  });
  store.proof.start(showing(2));
  await store.close();
  expect(openBelow(folder)).toEqual([]);
  const again = await opened(folder);
  expect(answers(again.store)).toEqual(mended);
  expect([...again.store.proof.iterate()].map(({ id }) => id)).toEqual([showing(1).id, showing(2).id]);
});

test('a proof of play that could not be copied is recovered later', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const first = await opened(folder);
  first.store.proof.start(showing(1));
  first.store.proof.end(showing(1).id, showing(1).startedAt + 10_000, 'completed', null);
  await first.store.close();
  await damageProof(layoutOf(folder).database);

  vi.stubEnv('TMPDIR', '/nowhere');
  const clock = new ManualClock();
  const { store } = await opened(folder, { clock });
  expect(() => [...store.proof.iterate()]).toThrow(expect.objectContaining({ code: 'database-damaged' }));
  await store.makeSpace(0);
  expect([...store.proof.iterate()]).toEqual([]);
  vi.unstubAllEnvs();
  for (let tries = 0; tries < 200 && !store.health().recovered.some(isTakenOver); tries++)
    await turn(clock, 60_000);
  expect([...store.proof.iterate()].map(({ id }) => id)).toEqual([showing(1).id]);
  await store.close();
});

test('a second damage is repaired like the first', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  for (let time = 1; time <= 2; time++) {
    await damageProof(layoutOf(folder).database);
    const { store } = await opened(folder);
    expect(() => [...store.proof.iterate()]).toThrow();
    await store.makeSpace(0);
    expect([...store.proof.iterate()]).toEqual([]);
    expect(store.health().recovered.map(({ what }) => what.code)).not.toContain('store.recovered.proof');
    await store.close();
  }
});

test('a disk that accepts writes again gets the proof of play kept in memory', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  await rm(layoutOf(folder).ballast);
  let refuses = true;
  const requested = Promise.withResolvers<void>();
  let times = 0;
  const fs: FileSystem = {
    ...realFileSystem,
    mkdir: async (path) => {
      if (++times === 3) requested.resolve();
      if (refuses) throw Object.assign(new Error('read-only'), { code: 'EROFS' });
      await realFileSystem.mkdir(path);
    },
  };
  const { store, lines } = await opened(folder, { fs });
  expect(store.health().state).toBe('read-only');
  store.proof.start(showing(1));
  for (let time = 0; time < 3; time++) store.strike('a', 'codec');
  await requested.promise;
  expect(store.health().state).toBe('read-only');
  const changed = new Promise<void>((resolve) => store.onHoldingsChanged(resolve));
  refuses = false;
  await changed;
  expect(store.health().state).toBe('good');
  expect(store.active()).toMatchObject({ edition: { id: before.id }, complete: true });
  // The data folder is its own now.
  await expect(opened(folder)).rejects.toMatchObject({ code: 'data-folder-in-use' });
  expect(existsSync(layoutOf(folder).ballast)).toBe(true);
  store.proof.end(showing(1).id, showing(1).startedAt + 10_000, 'completed', null);
  const known = answers(store);
  await store.close();
  expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);

  const again = await opened(folder);
  expect(answers(again.store)).toEqual(known);
  expect([...again.store.proof.iterate()]).toMatchObject([{ id: showing(1).id, outcome: 'completed' }]);
});

test('the limit of rows in memory does not apply to the table on the disk', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const limits = { waitingProofRows: 10 };
  const first = await opened(folder, { limits });
  for (let number = 1; number <= 40; number++) first.store.proof.start(showing(number));
  await first.store.close();
  let refuses = true;
  const fs: FileSystem = {
    ...realFileSystem,
    mkdir: async (path) => {
      if (refuses) throw Object.assign(new Error('read-only'), { code: 'EROFS' });
      await realFileSystem.mkdir(path);
    },
  };
  const { store } = await opened(folder, { fs, limits });
  expect(store.health().state).toBe('read-only');
  store.proof.start(showing(41));
  const changed = new Promise<void>((resolve) => store.onHoldingsChanged(resolve));
  refuses = false;
  await changed;
  for (let number = 42; number <= 1_200; number++) store.proof.start(showing(number));
  expect([...store.proof.iterate()]).toHaveLength(1_200);
});

test('a step of opening that fails on the disk is skipped and logged', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  await rm(layoutOf(folder).pointer);
  const fs: FileSystem = {
    ...realFileSystem,
    open: async (path, flags) => {
      if (path.endsWith('current.json.new')) throw Object.assign(new Error('io'), { code: 'EIO' });
      return realFileSystem.open(path, flags);
    },
  };
  const { store, lines } = await opened(folder, { fs });
  expect(store.active()).toMatchObject({ edition: { id: before.id }, complete: true });
  expect(store.health().state).toBe('failing');
  expect(lines.map(({ message }) => message)).toContain('Skipping a step that failed on the disk');
  expect(existsSync(layoutOf(folder).ballast)).toBe(true);
});

test('a closed store no longer uses its disk', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  let requested = 0;
  const fs: FileSystem = {
    ...realFileSystem,
    mkdir: async () => {
      requested++;
      throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    },
  };
  const timers = new Set<() => void>();
  const clock = {
    now: () => 1_000,
    monotonic: () => 0,
    sinceBoot: () => 0,
    after: (_: number, callback: () => void) => {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  };
  const { store } = await opened(folder, { fs, clock });
  expect([requested, timers.size]).toEqual([1, 1]);
  for (const callback of timers) callback();
  await store.close();
  expect(timers.size).toBe(0);
});

test('a repair that fails half way leaves the damaged database intact', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const first = await opened(folder);
  first.store.proof.start(showing(1));
  first.store.proof.end(showing(1).id, showing(1).startedAt + 10_000, 'completed', null);
  await first.store.close();
  await damageProof(layoutOf(folder).database);

  let fails = 0;
  const fs: FileSystem = {
    ...realFileSystem,
    async readdir(path) {
      if (fails-- > 0) throw Object.assign(new Error('EIO'), { code: 'EIO' });
      return realFileSystem.readdir(path);
    },
  };
  const clock = new ManualClock();
  const { store } = await opened(folder, { fs, clock });
  fails = 1;
  expect(() => [...store.proof.iterate()]).toThrow(expect.objectContaining({ code: 'database-damaged' }));
  for (let tries = 0; tries < 200 && store.health().state !== 'read-only'; tries++) await turn(clock, 0);
  expect(store.health().state).toBe('read-only');
  for (let tries = 0; tries < 200 && store.health().state !== 'good'; tries++) await turn(clock, 60_000);
  for (let tries = 0; tries < 200 && !store.health().recovered.some(isTakenOver); tries++)
    await turn(clock, 0);
  expect([...store.proof.iterate()].map(({ id }) => id)).toEqual([showing(1).id]);
  await store.close();
});

const isTakenOver = ({ what }: { readonly what: Message }): boolean => what.code === 'store.recovered.proof';

async function turn(clock: ManualClock, ms: number): Promise<void> {
  await clock.advance(ms);
  await new Promise((resolve) => setTimeout(resolve, 5));
}

test('showings kept in memory wait until the disk accepts them', async () => {
  const folder = await temporaryFolder();
  await refuseShowings(folder);
  const clock = new ManualClock();
  let refuses = true;
  const mkdirs = async (path: string): Promise<void> => {
    if (refuses) throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    await realFileSystem.mkdir(path);
  };
  const { store } = await opened(folder, { fs: { ...realFileSystem, mkdir: mkdirs }, clock });
  store.proof.start(showing(1));
  store.proof.end(showing(1).id, showing(1).startedAt + 10_000, 'completed', null);
  expect(store.health().state).toBe('read-only');

  refuses = false;
  await clock.advance(60_000);
  await expect.poll(() => store.health().proofWaiting).toBe(1);
  store.cmsRetryAfter.set(99);
  await clock.advance(60_000);
  store.proof.start(showing(2));
  expect([...store.proof.iterate()].map(({ id, outcome }) => [id, outcome])).toEqual([
    [showing(1).id, 'completed'],
    [showing(2).id, null],
  ]);
});
