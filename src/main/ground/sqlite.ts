import type Sqlite from 'better-sqlite3';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from './errors.ts';

export type Connection = Sqlite.Database;

const neededApi = 10;

/** Loaded only after the check: on an older Node the native module crashes instead of failing. */
export async function loadSqlite(napi = Number(process.versions.napi ?? 0)): Promise<typeof Sqlite> {
  if (napi < neededApi) {
    throw new VitrineError(
      'usage',
      message('node-too-old', { version: process.version, found: napi, needed: neededApi }),
    );
  }
  return (await import('better-sqlite3')).default;
}
