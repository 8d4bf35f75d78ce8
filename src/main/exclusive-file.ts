import { statSync, truncateSync } from 'node:fs';
import { systemCode } from './errors.ts';
import { loadSqlite } from './sqlite.ts';

export interface ExclusiveFile {
  release(): void;
}

/**
 * A lock between processes; null when another one holds it. It is an open transaction on a database of its own: the
 * kernel releases it with the process, however that dies, so there is no stale lock to judge by its age.
 * `waitMs` blocks this thread.
 */
export async function takeExclusively(path: string, waitMs = 0): Promise<ExclusiveFile | null> {
  const Sqlite = await loadSqlite();
  emptyDamaged(path);
  const connection = new Sqlite(path, { timeout: waitMs });
  try {
    connection.pragma('journal_mode = MEMORY');
    connection.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    connection.close();
    if (/^SQLITE_(BUSY|LOCKED)/.test(systemCode(thrown) ?? '')) return null;
    throw thrown;
  }
  return { release: () => connection.close() };
}

/**
 * Nothing is ever written to it, so bytes in it are those of a damaged disk and not another process's. It is emptied in
 * place: beside a file of the same name moved away, two processes could each lock their own.
 */
function emptyDamaged(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() && stats.size > 0) truncateSync(path);
}
