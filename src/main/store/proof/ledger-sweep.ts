import { sizeOf } from '../../ground/durable-file.ts';
import type { Database } from '../database.ts';
import type { StoreNeeds } from '../needs.ts';
import { type LedgerLine, readLedger, rewriteLedger } from './ledger.ts';

/** A ledger smaller than twice this size is left alone. */
const small = 256 * 1024;

/** Removes the lines of deleted objects when the ledger has doubled and most lines are stale. */
export class LedgerSweep {
  readonly #needs: StoreNeeds;
  #bytes = small;

  constructor(needs: StoreNeeds) {
    this.#needs = needs;
  }

  async run(): Promise<void> {
    const { database, fs, layout } = this.#needs;
    const bytes = (await sizeOf(fs, layout.ledger)) ?? 0;
    if (bytes < 2 * this.#bytes) return;
    const lines = await readLedger(fs, layout);
    const live = liveLines(database, lines);
    if (live.length <= lines.length / 2) await rewriteLedger(fs, layout, live);
    this.#bytes = Math.max(small, (await sizeOf(fs, layout.ledger)) ?? 0);
  }
}

/** The last line for each present object and marker. */
function liveLines(database: Database, lines: readonly LedgerLine[]): readonly LedgerLine[] {
  const rows = database.all<{ sha256: string }>('SELECT sha256 FROM object');
  const present = new Set(rows.map((row) => row.sha256));
  const live = new Map<string, LedgerLine>();
  for (const line of lines) {
    if (present.has(line.sha256)) live.set(JSON.stringify([line.sha256, line.source, line.marker]), line);
  }
  return [...live.values()];
}
