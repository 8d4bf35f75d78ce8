import { sizeOf } from '../durable-file.ts';
import type { Database } from './database.ts';
import { type LedgerLine, readLedger, rewriteLedger } from './ledger.ts';
import type { StoreNeeds } from './needs.ts';

/** A ledger of less than twice this many bytes is not looked at. */
const small = 256 * 1024;

/** Removes from the ledger the lines of objects that are gone, when it has doubled and most lines are such. */
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

/** The last line for each object and marker that is here. */
function liveLines(database: Database, lines: readonly LedgerLine[]): readonly LedgerLine[] {
  const rows = database.all<{ sha256: string }>('SELECT sha256 FROM object');
  const present = new Set(rows.map((row) => row.sha256));
  const live = new Map<string, LedgerLine>();
  for (const line of lines) {
    if (present.has(line.sha256)) live.set(JSON.stringify([line.sha256, line.source, line.marker]), line);
  }
  return [...live.values()];
}
