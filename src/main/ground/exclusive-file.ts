import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, openSync } from 'node:fs';
import { message } from '../../shared/languages/message.ts';
import { systemCode, VitrineError } from './errors.ts';
import { loadSqlite } from './sqlite.ts';

export interface ExclusiveFile {
  release(): void;
}

/**
 * A lock between processes; null: another process holds it. It is an open transaction on a separate database: the kernel releases it
 * with the process, however that dies, so there are no stale locks.
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
 * Nothing is ever written to it, so bytes in it come from a damaged disk. It is emptied in place: if it were moved away, two
 * processes could each lock their own file. A link is rejected, as emptying would destroy its target.
 */
function emptyDamaged(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // A sound file is not opened: closing it would drop a lock of this process.
  if (found?.isFile() && found.size === 0) return;
  let file: number;
  try {
    file = openSync(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (thrown) {
    if (systemCode(thrown) === 'ELOOP') throw linked(path, thrown);
    // Absent or not writable: the database reports why.
    if (systemCode(thrown) !== null) return;
    throw thrown;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size === 0) return;
    if (stats.nlink > 1) throw linked(path);
    ftruncateSync(file);
  } finally {
    closeSync(file);
  }
}

function linked(path: string, cause?: unknown): VitrineError {
  return new VitrineError('usage', message('lock-is-link', { path }), { cause });
}
