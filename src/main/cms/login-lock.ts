import Database from 'better-sqlite3';
import { type Clock, sleep } from '../clock.ts';
import { VitrineError } from '../errors.ts';

const retryMs = 50;
const longestWaitMs = 90_000;

/**
 * One process at a time may spend the refresh token: the player and a command beside it share one login. An exclusive
 * SQLite transaction is a lock that the kernel releases on any death, on every platform.
 */
export async function withLoginLock<Result>(
  path: string,
  clock: Clock,
  act: () => Promise<Result>,
): Promise<Result> {
  const started = clock.monotonic();
  const database = new Database(path, { timeout: 0 });
  try {
    while (!tryLock(database)) {
      if (clock.monotonic() - started > longestWaitMs) {
        throw new VitrineError(
          'temporary',
          'login-busy',
          'Another program is renewing the login and does not end.',
        );
      }
      await sleep(clock, retryMs);
    }
    return await act();
  } finally {
    database.close();
  }
}

function tryLock(database: Database.Database): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false;
    throw error;
  }
}
