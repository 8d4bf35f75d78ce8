import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, openSync } from 'node:fs';
import { message } from '../shared/languages/message.ts';
import { systemCode, VitrineError } from './errors.ts';
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
 * place: beside a file of the same name moved away, two processes could each lock their own. A link was laid there by
 * somebody, and what it points to would be lost.
 */
function emptyDamaged(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // A sound one is not opened: closing it would drop a lock that this process already holds.
  if (found?.isFile() && found.size === 0) return;
  let file: number;
  try {
    file = openSync(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (thrown) {
    if (systemCode(thrown) === 'ELOOP') throw linked(path, thrown);
    // Not there yet, or none that can be written: the database says why.
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
