import { basename } from 'node:path';
import { namesIn, unlinkIfThere } from '../../ground/durable-file.ts';
import { systemCode, type VitrineError } from '../../ground/errors.ts';
import type { FileSystem } from '../../ground/fs.ts';
import type { Layout } from '../objects/layout.ts';

/** Codes of an unusable database. Other failures, such as a lock or a full disk, leave it alone. */
const unusable = new Set(['database-damaged', 'database-foreign', 'database-newer', 'database-unreadable']);

export function isUnusable(error: VitrineError): boolean {
  return unusable.has(error.code);
}

/** How many databases are kept for salvage. */
const keptAside = 3;

/** A free name for the renamed database. */
export function asideName(fs: FileSystem, layout: Layout, now: number): Promise<string> {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return freeName(fs, `${layout.database}.aside-${stamp}`);
}

/** Renames the database, whose content may be needed. A repeated call completes an interrupted one. */
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

/** Must follow the creation of the new database: only then may the oldest one be deleted. */
export async function dropOldestAside(fs: FileSystem, layout: Layout): Promise<void> {
  try {
    await dropSetAside(fs, layout, keptAside);
  } catch (thrown) {
    // A disk that refuses to delete must not prevent the replacement.
    if (systemCode(thrown) === null) throw thrown;
  }
}

/** Deletes all but the newest databases that were set aside. */
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

/** By time stamp, then by the number within one second. */
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
