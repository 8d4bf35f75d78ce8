import type Sqlite from 'better-sqlite3';
import { VitrineError } from './errors.ts';

export type Connection = Sqlite.Database;

/** Loaded only after the check: the native module takes an older Node down with it instead of refusing. */
export async function loadSqlite(napi = Number(process.versions.napi ?? 0)): Promise<typeof Sqlite> {
  if (napi < 10) {
    throw new VitrineError(
      'usage',
      'node-too-old',
      `Node ${process.version} is too old for the database (Node-API ${napi}, 10 is needed)`,
      { remedy: 'Start the player through npm, which brings its own Node, or install Node 24.' },
    );
  }
  return (await import('better-sqlite3')).default;
}
