import { basename } from 'node:path';
import { namesIn, unlinkIfThere } from '../durable-file.ts';
import { systemCode, type VitrineError } from '../errors.ts';
import type { FileSystem } from '../fs.ts';
import type { Layout } from './layout.ts';

/** Why a database cannot be used. Anything else, such as a lock or a full disk, is no reason to touch it. */
const unusable = new Set(['database-damaged', 'database-foreign', 'database-newer', 'database-unreadable']);

export function isUnusable(error: VitrineError): boolean {
  return unusable.has(error.code);
}

/** How many are kept for whoever wants what is in them. More would only take space. */
const keptAside = 3;

/** A name that is free for the database when it is renamed. */
export function asideName(fs: FileSystem, layout: Layout, now: number): Promise<string> {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return freeName(fs, `${layout.database}.aside-${stamp}`);
}

/** Renames the database, as somebody may want what is in it. What a call that failed has left undone, the next one does. */
export async function moveAside(fs: FileSystem, layout: Layout, aside: string): Promise<void> {
  for (const suffix of ['-wal', '-shm', '-journal', '']) {
    try {
      await fs.rename(`${layout.database}${suffix}`, `${aside}${suffix}`);
    } catch (thrown) {
      if (systemCode(thrown) !== 'ENOENT') throw thrown;
    }
  }
  await fs.syncFolder(layout.root);
}

/** To be called when another database has taken its place: not before that is sure may the oldest of them go. */
export async function dropOldestAside(fs: FileSystem, layout: Layout): Promise<void> {
  try {
    await dropSetAside(fs, layout, keptAside);
  } catch (thrown) {
    // A disk that deletes nothing must not keep the database from being replaced.
    if (systemCode(thrown) === null) throw thrown;
  }
}

/** Deletes databases that were set aside, but for the newest ones. */
export async function dropSetAside(fs: FileSystem, layout: Layout, kept: number): Promise<void> {
  const prefix = `${basename(layout.database)}.aside-`;
  const files = (await namesIn(fs, layout.root)).filter((name) => name.startsWith(prefix));
  const databases = [...new Set(files.map((name) => name.replace(/-(wal|shm|journal)$/, '')))].sort(inOrder);
  for (const database of databases.slice(0, Math.max(0, databases.length - kept))) {
    for (const suffix of ['-wal', '-shm', '-journal', '']) {
      await unlinkIfThere(fs, `${layout.root}/${database}${suffix}`);
    }
  }
}

/** Compares their stamps, then the numbers that tell two of one second apart. */
function inOrder(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

async function freeName(fs: FileSystem, wanted: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    try {
      await fs.stat(name);
    } catch (thrown) {
      if (systemCode(thrown) === 'ENOENT') return name;
      throw thrown;
    }
  }
}
