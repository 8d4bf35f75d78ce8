import { message } from '../../shared/languages/message.ts';
import { asDiskError } from '../ground/disk-errors.ts';
import { VitrineError } from '../ground/errors.ts';
import { type Connection, loadSqlite } from '../ground/sqlite.ts';
import { Database } from './database.ts';
import { expand, migrate } from './migrations/index.ts';

/** "Vitr" in the header of the file: an empty file, or another program's, is not mistaken for ours. */
export const applicationId = 0x56697472;

/** Opens or creates it. Throws `database-damaged`, `database-foreign` or `database-newer` for an unusable file. */
export async function openDatabase(path: string, busyMs = 5_000): Promise<Database> {
  const Sqlite = await loadSqlite();
  let connection: Connection;
  try {
    connection = new Sqlite(path, { timeout: busyMs });
  } catch (thrown) {
    throw asDiskError(thrown, 'open-database');
  }
  try {
    // One player per data folder, so no other process uses this database. An exclusive connection keeps its WAL index in plain
    // memory: a disk that turns read-only under a mapped -shm file would end the process.
    connection.pragma('locking_mode = EXCLUSIVE');
    // SQLite's temporary files would need a descriptor and space, and there may be none.
    connection.pragma('temp_store = MEMORY');
    connection.pragma(`journal_size_limit = ${4 * 1024 * 1024}`);
    refuseForeign(connection);
    assertPragma(connection, 'journal_mode', 'WAL', path === ':memory:' ? 'memory' : 'wal');
    // Some builds open a WAL database as NORMAL: then a power cut reverts reported writes.
    assertPragma(connection, 'synchronous', 'FULL', 2);
    assertPragma(connection, 'foreign_keys', 'ON', 1);
    migrate(connection, applicationId);
    expand(connection);
    refuseDamaged(connection);
    return new Database(connection);
  } catch (thrown) {
    connection.close();
    throw asDiskError(thrown, 'open-database');
  }
}

function refuseForeign(connection: Connection): void {
  const id = connection.pragma('application_id', { simple: true });
  const tables = connection.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  if (id === applicationId) return;
  if (id === 0 && tables === 0) return;
  throw new VitrineError('temporary', message('database-foreign'));
}

/**
 * Skips proof of play: checking half a million rows would delay the screen for seconds on a slow card. Damage there is found and
 * repaired at the first read.
 */
function refuseDamaged(connection: Connection): void {
  for (const table of ['setting', 'slot', 'edition', 'object', 'binding', 'attempt', 'strike']) {
    const check = connection.pragma(`quick_check('${table}')`, { simple: true });
    if (check !== 'ok') {
      throw new VitrineError('temporary', message('database-damaged.check', { found: String(check) }));
    }
  }
}

function assertPragma(connection: Connection, name: string, value: string, expected: unknown): void {
  connection.pragma(`${name} = ${value}`);
  const actual = connection.pragma(name, { simple: true });
  if (actual !== expected) {
    const values = { setting: `${name} = ${value}`, actual: String(actual) };
    throw new VitrineError('temporary', message('database-setting', values));
  }
}
