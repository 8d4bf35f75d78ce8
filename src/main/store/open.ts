import { message } from '../../shared/languages/message.ts';
import type { Clock } from '../clock.ts';
import { asDiskError } from '../disk-errors.ts';
import { unlinkIfThere } from '../durable-file.ts';
import { systemCode, VitrineError } from '../errors.ts';
import type { ExclusiveFile } from '../exclusive-file.ts';
import type { FileSystem } from '../fs.ts';
import type { Database } from './database.ts';
import type { DiskHealth } from './health.ts';
import { isFilled } from './kept-values.ts';
import type { Layout } from './layout.ts';
import type { StoreLimits } from './limits.ts';
import { lockDataFolder, whoLocks } from './lock.ts';
import { openDatabase } from './open-database.ts';
import { rebuild } from './rebuild.ts';
import { asideName, dropOldestAside, isUnusable, moveAside } from './set-aside.ts';

export interface OpeningNeeds {
  readonly fs: FileSystem;
  readonly layout: Layout;
  readonly clock: Clock;
  readonly limits: StoreLimits;
  readonly health: DiskHealth;
  /** Called when it is sure that nobody else has the data folder; also on a disk that takes no lock. */
  readonly onLocked?: (() => void) | undefined;
  /** Taken, or being taken, by somebody who had to know early whether the folder is free. */
  readonly lock?: Promise<ExclusiveFile> | undefined;
}

export interface Opened {
  readonly database: Database;
  /** Null on a disk that takes no lock. */
  readonly lock: ExclusiveFile | null;
  /** The new name of a database that could not be used, else null. */
  readonly aside: string | null;
  /** When the player before this one last wrote anything, in epoch milliseconds. */
  readonly lastSignOfLife: number;
}

/** Somebody else has the folder, or this program may not or cannot use it: a database in memory is no way round. */
const refusals = new Set([
  'data-folder-in-use',
  'data-folder-wrong',
  'database-locked',
  'disk-refused',
  'node-too-old',
]);

/**
 * Opens a database that works, whatever is found. On a disk that takes nothing it is made in memory of what can be
 * read, so that the last show plays.
 */
export async function open(needs: OpeningNeeds): Promise<Opened> {
  try {
    return await openOnDisk(needs);
  } catch (thrown) {
    const error = asDiskError(thrown, 'open-folder');
    if (refusals.has(error.code)) throw error;
    needs.health.readOnly(error);
    needs.onLocked?.();
    const database = await openInMemory(needs);
    return { database, aside: null, lock: null, lastSignOfLife: 0 };
  }
}

/** Filled with what can be read of the disk, or not opened at all. */
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

export async function openOnDisk(needs: OpeningNeeds): Promise<Opened> {
  const { fs, layout, clock } = needs;
  for (const folder of [layout.root, layout.objects, layout.parts, layout.editions, layout.quarantine]) {
    await fs.mkdir(folder);
  }
  const lock = await (needs.lock ?? lockDataFolder(layout, clock.now()));
  needs.onLocked?.();
  try {
    const lastSignOfLife = await lastWritten(needs);
    return { ...(await openFilled(needs)), lock, lastSignOfLife };
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
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
    health.recovered(clock.now(), message('store.recovered.aside', { why: error.said, aside }));
    database = await openNew(needs);
  }
  try {
    await fill(database, needs);
  } catch (thrown) {
    // Its lock would keep the next try from opening it.
    database.close();
    throw thrown;
  }
  await dropOldestAside(fs, layout);
  return { database, aside };
}

/** A disk that lets a database be made and not be used must not fill with such, each taking the place of a good one set aside. */
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

/** A player that was killed between making a database and filling it fills it at its next start. */
async function fill(database: Database, { fs, layout, clock, health }: OpeningNeeds): Promise<void> {
  if (isFilled(database)) return;
  const { editions, objects } = await rebuild(database, fs, layout);
  if (editions > 0) {
    health.recovered(clock.now(), message('store.recovered.rebuilt', { editions, objects }));
  }
}

/** A file made by SQLite could be read by everybody, and a manifest may hold request headers of web pages. */
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
