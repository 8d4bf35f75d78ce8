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
  const database = open(path);
  try {
    while (!tryLock(database, path)) {
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

function open(path: string): Database.Database {
  try {
    return new Database(path, { timeout: 0 });
  } catch (cause) {
    throw unusable(path, cause);
  }
}

function unusable(path: string, cause: unknown): VitrineError {
  return new VitrineError(
    'temporary',
    'login-not-saved',
    `The login cannot be renewed: ${path} cannot be written.`,
    {
      cause,
      remedy: 'Check that the disk is not full or read-only, and that this user may write the data folder.',
    },
  );
}

function tryLock(database: Database.Database, path: string): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false;
    throw unusable(path, error);
  }
}
