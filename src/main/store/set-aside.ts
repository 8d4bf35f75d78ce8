import { systemCode, type VitrineError } from '../errors.ts';
import type { FileSystem } from '../fs.ts';
import type { Layout } from './layout.ts';

/** What makes a database not ours to use. Anything else (locked, disk full) is no reason to touch it. */
const unusable = new Set(['database-damaged', 'database-foreign', 'database-newer', 'database-unreadable']);

export function isUnusable(error: VitrineError): boolean {
  return unusable.has(error.code);
}

/** Renamed and never deleted: somebody may want what is in it. Answers the new name. */
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
  return aside;
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
