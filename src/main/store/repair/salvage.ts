import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDiskFull } from '../../ground/disk-errors.ts';
import { loadSqlite } from '../../ground/sqlite.ts';
import type { StoreNeeds } from '../needs.ts';
import { copyDatabase } from '../objects/copy.ts';
import { insertRow, type ProofRow, proofColumns } from '../proof/proof-rows.ts';

const page = 500;

/**
 * Recovers the proof of play, which only the database contains, from a database that was set aside, as far as it is readable. Reads
 * a copy, and leaves the file unchanged. Closes open showings with `openEndedAt`, if given. Returns the number of showings.
 */
export async function salvageProof(
  { database, clock }: Pick<StoreNeeds, 'database' | 'clock'>,
  asidePath: string,
  openEndedAt: number | null,
): Promise<number> {
  const Sqlite = await loadSqlite();
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'));
  let saved = 0;
  try {
    const copy = await copyDatabase(asidePath, folder, clock);
    if (copy === null) return 0;
    const aside = new Sqlite(copy);
    try {
      aside.pragma('locking_mode = EXCLUSIVE');
      const select = aside.prepare<number[], ProofRow & { readonly sequence: number }>(
        `SELECT sequence, ${proofColumns} FROM showing WHERE sequence > ? ORDER BY sequence LIMIT ?`,
      );
      for (let last = -1; ; ) {
        const rows = select.all(last, page);
        saved += database.write(() =>
          rows.reduce((sum, row) => sum + insertRow(database, closed(row, openEndedAt)), 0),
        );
        if (rows.length < page) return saved;
        last = rows.at(-1)?.sequence ?? last;
        await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      aside.close();
    }
  } catch (thrown) {
    // The unreadable rest stays in the file.
    if (isDiskFull(thrown)) throw thrown;
    return saved;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function closed(row: ProofRow, openEndedAt: number | null): ProofRow {
  if (row.outcome !== null || openEndedAt === null) return row;
  return { ...row, endedAt: openEndedAt, outcome: 'interrupted' };
}
