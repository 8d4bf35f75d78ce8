import { readFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '../clock.ts';
import { systemCode } from '../errors.ts';
import { realFileSystem } from '../fs.ts';
import type { Edition } from '../sync/edition.ts';
import type { Holdings, StoredEdition } from '../sync/ports.ts';
import { Bindings } from './bindings.ts';
import { copyDatabase } from './copy.ts';
import { type Database, openDatabase } from './database.ts';
import { asDiskError } from './disk-errors.ts';
import { holdingsOf } from './holdings.ts';
import type { Layout } from './layout.ts';
import { layoutOf } from './layout.ts';
import { type ProofRow, proofRows } from './proof-rows.ts';
import { rebuild } from './rebuild.ts';
import { readSettings } from './settings.ts';
import { parsePointer } from './sidecar.ts';
import { Slots } from './slots.ts';
import type { Storage } from './space.ts';
import { storageOf } from './space.ts';
import { Strikes } from './strikes.ts';
import { type EditionSummary, summaries } from './summary.ts';

/** What a reading command sees, beside or without a running player. */
export interface ReadOnlyStore {
  /** Why the database could not be used and the rest had to do, else null. */
  readonly damage: string | null;
  /** The source whose edition plays. */
  readonly source: string | null;
  active(): StoredEdition | null;
  editions(): readonly EditionSummary[];
  holdings(edition: Edition): Holdings;
  proof(since?: number): IterableIterator<ProofRow>;
  storage(): Storage;
  close(): Promise<void>;
}

/**
 * Never writes to the data folder and takes no lock there: a copy of the database is opened in a folder of its own.
 * Where that is not possible, the sidecars and the objects' names and sizes tell what there is.
 */
export async function readStore(dataDir: string, clock: Clock = systemClock): Promise<ReadOnlyStore> {
  const layout = layoutOf(dataDir);
  const folder = await fs.mkdtemp(join(tmpdir(), 'vitrine-'));
  const remove = (): Promise<void> => fs.rm(folder, { recursive: true, force: true });
  try {
    const { database, damage } = await readable(layout, folder);
    // Open files live on without a name: nothing is left behind, however this program ends.
    if (process.platform !== 'win32') await remove();
    const { freeBytes } = await freeSpace(dataDir);
    const bindings = new Bindings(database);
    const strikes = new Strikes({ database, clock, health: { failed: () => undefined } });
    const settings = readSettings(database);
    const slots = new Slots(database, { get: (key) => settings.get(key) ?? null, reload: () => undefined });
    return {
      damage,
      source: slots.source,
      active: () => slots.get('active'),
      editions: () => summaries(slots),
      holdings: (edition) => holdingsOf(edition, bindings, strikes),
      proof: (since = 0) => proofRows(database, since),
      storage: () => ({ ...storageOf(database), freeBytes }),
      close: async () => {
        database.close();
        await remove();
      },
    };
  } catch (thrown) {
    await remove();
    throw asDiskError(thrown, 'reading the data folder');
  }
}

async function readable(
  layout: Layout,
  folder: string,
): Promise<{ readonly database: Database; readonly damage: string | null }> {
  let damage: string | null = null;
  try {
    const copy = await copyDatabase(layout.database, folder);
    if (copy !== null) {
      const database = await openDatabase(copy);
      if (database.get("SELECT 1 FROM setting WHERE key = 'filled'")) return { database, damage };
      database.close();
    }
  } catch (thrown) {
    damage = asDiskError(thrown, 'reading the database').message;
  }
  const database = await openDatabase(':memory:');
  await rebuild(database, realFileSystem, layout);
  return { database, damage };
}

async function freeSpace(dataDir: string): Promise<{ readonly freeBytes: number }> {
  try {
    return await realFileSystem.space(dataDir);
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return { freeBytes: 0 };
    throw thrown;
  }
}

/** Asked before anything is started, when the configuration is broken: is there a show at all? */
export function hasActiveEdition(dataDir: string): boolean {
  try {
    const pointer = parsePointer(readFileSync(layoutOf(dataDir).pointer, 'utf8'));
    return pointer?.slots.some((slot) => slot.state === 'active') ?? false;
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
    return false;
  }
}
