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

/** Renames the database, as somebody may want what is in it, and deletes the oldest such. Answers the new name. */
export async function setAside(fs: FileSystem, layout: Layout, now: number): Promise<string> {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const aside = await freeName(fs, `${layout.database}.aside-${stamp}`);
  for (const suffix of ['-wal', '-shm', '-journal', '']) {
    try {
      await fs.rename(`${layout.database}${suffix}`, `${aside}${suffix}`);
    } catch (thrown) {
      if (systemCode(thrown) !== 'ENOENT') throw thrown;
    }
  }
  await fs.syncFolder(layout.root);
  try {
    await dropSetAside(fs, layout, keptAside);
  } catch (thrown) {
    // A disk that deletes nothing must not keep the database from being replaced.
    if (systemCode(thrown) === null) throw thrown;
  }
  return aside;
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
