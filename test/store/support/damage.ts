import { open } from 'node:fs/promises';
import { loadSqlite } from '../../../src/main/ground/sqlite.ts';

/** Spoils an index of proof of play in a database that nobody has open: opening does not look at it, reading meets it. */
export function damageProof(path: string): Promise<void> {
  return damageIndex(path, 'showing_by_start');
}

export async function damageIndex(path: string, name: string): Promise<void> {
  const Sqlite = await loadSqlite();
  const database = new Sqlite(path);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const pageSize = Number(database.pragma('page_size', { simple: true }));
  const root = database
    .prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .pluck()
    .get(name);
  database.close();
  const file = await open(path, 'r+');
  await file.write(new Uint8Array(pageSize).fill(0xff), 0, pageSize, (Number(root) - 1) * pageSize);
  await file.close();
}
