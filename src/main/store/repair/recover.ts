import { sizeOf, unlinkIfThere } from '../../ground/durable-file.ts';
import type { Bindings } from '../bindings.ts';
import type { EditionStates } from '../editions/edition-states.ts';
import type { Editions } from '../editions/editions.ts';
import type { StoreNeeds } from '../needs.ts';
import { objectPath } from '../objects/layout.ts';
import type { LedgerLine } from '../proof/ledger.ts';
import { readLedger } from '../proof/ledger.ts';
import { presentObjects } from './rebuild.ts';
import { hashFile } from './verify.ts';

interface RecoverNeeds extends StoreNeeds {
  readonly bindings: Bindings;
  readonly editions: Editions;
  readonly states: EditionStates;
}

/**
 * Makes files and rows agree. Removes rows without a complete file, so that sync downloads it again. A file without a row is left
 * by a crash between rename and row; it is adopted if its bytes match its name.
 */
export async function recoverObjects(needs: RecoverNeeds): Promise<void> {
  const { database, bindings, editions, states, fs, layout } = needs;
  const present = await presentObjects(fs, layout);
  const rows = database.all<{ sha256: string; bytes: number }>('SELECT sha256, bytes FROM object');
  const known = new Set(rows.map((row) => row.sha256));
  const missing = rows.filter((row) => !present.has(row.sha256)).map((row) => row.sha256);
  const truncated = await wrongSize(needs, rows);
  const lost = [...missing, ...truncated];
  if (lost.length > 0) {
    const active = states.stored('active');
    const held = new Set(
      [...(active ? bindings.held(active.edition).values() : [])].map((object) => object.sha256),
    );
    if (lost.some((sha256) => held.has(sha256))) editions.markIncomplete();
    bindings.drop(lost);
    for (const sha256 of truncated) await unlinkIfThere(fs, objectPath(layout.root, sha256));
    needs.log.warn('Objects are missing or truncated; downloading them again', { objects: lost.length });
  }
  const orphans = [...present].filter((sha256) => !known.has(sha256));
  if (orphans.length > 0) await adopt(needs, orphans);
}

/** Checks only the sizes of the shown edition; scrubbing covers the rest. */
async function wrongSize(
  { bindings, states, fs, layout }: RecoverNeeds,
  rows: readonly { sha256: string }[],
): Promise<readonly string[]> {
  const shown = states.show();
  if (!shown || rows.length === 0) return [];
  const wrong = new Set<string>();
  for (const { sha256, bytes } of bindings.held(shown.edition).values()) {
    const size = await sizeOf(fs, objectPath(layout.root, sha256));
    if (size !== null && size !== bytes) wrong.add(sha256);
  }
  return [...wrong];
}

async function adopt(
  { bindings, fs, layout, clock, log }: RecoverNeeds,
  orphans: readonly string[],
): Promise<void> {
  const ledger = Map.groupBy(await readLedger(fs, layout), (line) => line.sha256);
  const adopted: LedgerLine[] = [];
  for (const sha256 of orphans) {
    const lines = ledger.get(sha256);
    const path = objectPath(layout.root, sha256);
    if (lines && (await hashFile(fs, path)) === sha256) adopted.push(...lines);
    else await unlinkIfThere(fs, path);
  }
  if (adopted.length > 0) {
    const now = clock.now();
    bindings.add(adopted, now, now);
  }
  log.info('Found objects without a row', { adopted: adopted.length, found: orphans.length });
}
