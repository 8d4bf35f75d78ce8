import { readFile } from 'node:fs/promises';
import type { Edition } from '../../../src/main/edition/edition.ts';
import { objectPath } from '../../../src/main/store/objects/layout.ts';
import { readStore } from '../../../src/main/store/read.ts';
import type { Store } from '../../../src/main/store/store.ts';
import { sha256Of } from './parts.ts';

/** Law 2, of what a store says it has: every object is whole, and a complete edition has everything. */
export async function expectSound(
  dataDir: string,
  store: Store,
  editions: readonly Edition[],
): Promise<void> {
  for (const edition of editions) {
    for (const [id, object] of store.holdings(edition).objects) {
      const bytes = await readFile(objectPath(dataDir, object.sha256)).catch(() => null);
      if (bytes === null) throw new Error(`media file ${id} is held but its object is not there`);
      if (sha256Of(bytes) !== object.sha256) throw new Error(`media file ${id} is held with wrong bytes`);
    }
  }
  const active = store.active();
  if (!active) throw new Error('nothing is active: the screen would be black');
  if (!active.complete) return;
  const held = store.holdings(active.edition).objects;
  for (const file of Object.values(active.edition.mediaFiles)) {
    if (file.download && !held.has(file.id))
      throw new Error(`the active edition is complete without ${file.id}`);
  }
}

/** What a reading command says is active, beside the player's own answer. */
export async function activeForReaders(dataDir: string): Promise<string | null> {
  const store = await readStore(dataDir);
  try {
    return store.active()?.edition.id ?? null;
  } finally {
    await store.close();
  }
}
