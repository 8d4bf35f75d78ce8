import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDiskFull } from '../../ground/disk-errors.ts';
import { type Connection, loadSqlite } from '../../ground/sqlite.ts';
import type { StoreNeeds } from '../needs.ts';
import { copyDatabase } from '../objects/copy.ts';
import { withNames } from '../proof/proof-names.ts';
import {
  decoderColumns,
  insertRow,
  nameColumns,
  type ProofRow,
  proofColumns,
  type ReadRow,
  rowOf,
  visitColumns,
} from '../proof/proof-rows.ts';

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
      const read = reader(aside);
      for (let last = -1; ; ) {
        const rows = read(last);
        saved += database.write(() =>
          rows.reduce((sum, row) => sum + insertRow(database, closed(rowOf(row), openEndedAt)), 0),
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

/** Showings matter more than names, visits and decoders: where these cannot be read, or an older release kept none, they come without. */
function reader(aside: Connection): (after: number) => readonly ReadRow[] {
  const read = (after: number, columns: string, join: string): readonly ReadRow[] =>
    aside
      .prepare<number[], ReadRow>(
        `SELECT ${proofColumns}, ${columns} FROM showing ${join} WHERE sequence > ? ORDER BY sequence LIMIT ?`,
      )
      .all(after, page);
  const more = [
    [`${nameColumns}, ${visitColumns}, ${decoderColumns}`, withNames],
    [`${nameColumns}, ${visitColumns}`, withNames],
    [nameColumns, withNames],
  ] as const;
  let tried = 0;
  return (after) => {
    for (; tried < more.length; tried++) {
      try {
        const [columns = '', join = ''] = more[tried] ?? [];
        return read(after, columns, join);
      } catch (thrown) {
        if (isDiskFull(thrown)) throw thrown;
      }
    }
    return read(after, 'NULL AS named', '');
  };
}

function closed(row: ProofRow, openEndedAt: number | null): ProofRow {
  if (row.outcome !== null || openEndedAt === null) return row;
  return { ...row, endedAt: openEndedAt, outcome: 'interrupted' };
}
