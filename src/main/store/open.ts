import { message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { asDiskError } from '../ground/disk-errors.ts';
import { unlinkIfThere } from '../ground/durable-file.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import type { ExclusiveFile } from '../ground/exclusive-file.ts';
import type { FileSystem } from '../ground/fs.ts';
import type { Database } from './database.ts';
import type { DiskHealth } from './health.ts';
import { isFilled } from './kept-values.ts';
import { lockDataFolder, whoLocks } from './lock.ts';
import type { Layout } from './objects/layout.ts';
import type { StoreLimits } from './objects/limits.ts';
import { openDatabase } from './open-database.ts';
import { asFarAsReadable, isUnreadable } from './repair/readable.ts';
import { rebuild } from './repair/rebuild.ts';
import { asideName, dropOldestAside, isUnusable, moveAside } from './repair/set-aside.ts';

export interface OpeningNeeds {
  readonly fs: FileSystem;
  readonly layout: Layout;
  readonly clock: Clock;
  readonly limits: StoreLimits;
  readonly health: DiskHealth;
  /** Called when no other player has the data folder; also on a disk without locks. */
  readonly onLocked?: (() => void) | undefined;
  /** The lock, where the caller took it early. */
  readonly lock?: Promise<ExclusiveFile> | undefined;
}

export interface Opened {
  readonly database: Database;
  /** Null on a disk without locks. */
  readonly lock: ExclusiveFile | null;
  /** New name of an unusable database; null: none. */
  readonly aside: string | null;
  /** The last write of the previous run, in epoch milliseconds. */
  readonly lastSignOfLife: number;
}

/** Another process has the folder, or this program may not use it: a database in memory would not help. */
const refusals = new Set([
  'data-folder-in-use',
  'data-folder-wrong',
  'database-locked',
  'disk-refused',
  'node-too-old',
]);

/**
 * Opens a working database in any case. On a disk that rejects writes it is built in memory from what can be read, so that the
 * last show plays.
 */
export async function open(needs: OpeningNeeds): Promise<Opened> {
  try {
    return await openOnDisk(needs);
  } catch (thrown) {
    const error = asDiskError(thrown, 'open-folder');
    if (refusals.has(error.code)) throw error;
    needs.health.readOnly(error);
    needs.onLocked?.();
    const database = await openInMemory(needs).catch((again: unknown) => {
      if (!isUnreadable(again)) throw again;
      return openInMemory({ ...needs, fs: asFarAsReadable(needs.fs) });
    });
    return { database, aside: null, lock: null, lastSignOfLife: 0 };
  }
}

/** Filled from the disk, or closed again on failure. */
export async function openInMemory({ fs, layout }: Pick<OpeningNeeds, 'fs' | 'layout'>): Promise<Database> {
  const database = await openDatabase(':memory:');
  try {
    await rebuild(database, fs, layout);
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** Whatever fails, the lock is free again: the next try takes it anew. */
export async function openOnDisk(needs: OpeningNeeds): Promise<Opened> {
  const { fs, layout } = needs;
  const lock = await lockedFolder(needs);
  needs.onLocked?.();
  try {
    for (const folder of [layout.objects, layout.parts, layout.editions, layout.quarantine])
      await fs.mkdir(folder);
    const lastSignOfLife = await lastWritten(needs);
    return { ...(await openFilled(needs)), lock, lastSignOfLife };
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}

async function lockedFolder({ fs, layout, clock, lock }: OpeningNeeds): Promise<ExclusiveFile> {
  if (lock) return lock;
  await fs.mkdir(layout.root);
  return lockDataFolder(layout, clock.now());
}

export async function openFilled(
  needs: OpeningNeeds,
): Promise<{ readonly database: Database; readonly aside: string | null }> {
  const { fs, layout, clock, limits, health } = needs;
  const isNew = !(await isThere(fs, layout.database));
  let aside: string | null = null;
  let database: Database;
  try {
    database = isNew ? await openNew(needs) : await openDatabase(layout.database, limits.busyMs);
  } catch (thrown) {
    const error = asDiskError(thrown, 'open-database');
    if (error.code === 'database-locked') throw locked(layout, error);
    if (isNew || !isUnusable(error)) throw error;
    aside = await asideName(fs, layout, clock.now());
    await moveAside(fs, layout, aside);
    health.recovered(clock.now(), message('store.recovered.aside', { why: error.sentence, aside }));
    database = await openNew(needs);
  }
  try {
    await fill(database, needs);
  } catch (thrown) {
    // Its lock would block the next try.
    database.close();
    throw thrown;
  }
  await dropOldestAside(fs, layout);
  return { database, aside };
}

/** Removes a new database that cannot be used: such files must not displace good ones that were set aside. */
async function openNew({ fs, layout, limits }: OpeningNeeds): Promise<Database> {
  try {
    await createPrivately(fs, layout.database);
    return await openDatabase(layout.database, limits.busyMs);
  } catch (thrown) {
    const error = asDiskError(thrown, 'open-database');
    if (isUnusable(error)) {
      for (const suffix of ['-wal', '-shm', '-journal', ''])
        await unlinkIfThere(fs, `${layout.database}${suffix}`);
    }
    throw error;
  }
}

/** A player killed between creating and filling a database fills it at its next start. */
async function fill(database: Database, { fs, layout, clock, health }: OpeningNeeds): Promise<void> {
  if (isFilled(database)) return;
  const { editions, objects } = await rebuild(database, fs, layout);
  if (editions > 0) {
    health.recovered(clock.now(), message('store.recovered.rebuilt', { editions, objects }));
  }
}

/** SQLite would create a file that everybody can read, and a manifest may contain request headers of web pages. */
async function createPrivately(fs: FileSystem, path: string): Promise<void> {
  if (!(await isThere(fs, path))) await (await fs.open(path, 'a')).close();
}

async function isThere(fs: FileSystem, path: string): Promise<boolean> {
  try {
    await fs.stat(path);
    return true;
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return false;
    throw thrown;
  }
}

function locked(layout: Layout, error: VitrineError): VitrineError {
  const holder = whoLocks(layout.database);
  return holder === null
    ? error
    : new VitrineError('temporary', message('database-locked.by', holder), { cause: error });
}

async function lastWritten({ fs, layout, clock }: OpeningNeeds): Promise<number> {
  let last = 0;
  for (const path of [layout.database, `${layout.database}-wal`]) {
    try {
      last = Math.max(last, (await fs.stat(path)).modifiedMs);
    } catch (thrown) {
      if (systemCode(thrown) !== 'ENOENT') throw thrown;
    }
  }
  return Math.min(Math.round(last), clock.now());
}
