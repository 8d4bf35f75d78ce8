import { readFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sentence } from '../../shared/languages/message.ts';
import { type Clock, systemClock } from '../clock.ts';
import { asDiskError } from '../disk-errors.ts';
import type { Edition, StoredEdition } from '../edition/edition.ts';
import type { Holdings } from '../edition/holdings.ts';
import { systemCode, type VitrineError } from '../errors.ts';
import { realFileSystem } from '../fs.ts';
import { AttemptRows } from './attempt-rows.ts';
import { Bindings } from './bindings.ts';
import { type Storage, storageOf } from './capacity.ts';
import { copyDatabase } from './copy.ts';
import type { Database } from './database.ts';
import { Decoders } from './decoders.ts';
import { parsePointer } from './edition-sidecar.ts';
import { EditionStates } from './edition-states.ts';
import { type HealthRow, healthRows } from './health-log.ts';
import { holdingsOf } from './holdings.ts';
import { isFilled, KeptValues } from './kept-values.ts';
import type { Layout } from './layout.ts';
import { layoutOf } from './layout.ts';
import { openDatabase } from './open-database.ts';
import { type ProofRow, proofRows } from './proof-rows.ts';
import { rebuild } from './rebuild.ts';
import { isUnusable } from './set-aside.ts';
import { Strikes } from './strikes.ts';
import { type EditionSummary, summaries } from './summary.ts';

/** What a reading command sees, beside or without a running player. */
export interface ReadOnlyStore {
  /** Why the database could not be used, so that the rest had to do; else null. */
  readonly damage: Sentence | null;
  /** The source whose edition plays. */
  readonly source: string | null;
  active(): StoredEdition | null;
  /** What a rollback would bring back. */
  previous(): StoredEdition | null;
  /** What a player would show: the active edition, or that of the source before until this one has its first. */
  show(): StoredEdition | null;
  editions(): readonly EditionSummary[];
  holdings(edition: Edition): Holdings;
  proof(since?: number): IterableIterator<ProofRow>;
  /** How the player was; the newest first. */
  health(limit: number): readonly HealthRow[];
  storage(): Storage;
  close(): Promise<void>;
}

/**
 * Reads a data folder without writing to it or locking it: a copy of the database is opened in a folder of its own.
 * When the database cannot be used, sidecars, ledger and the names and sizes of the objects tell what there is.
 *
 * The player's own process must not do this: closing a file would drop the locks that it holds on it.
 */
export async function readStore(dataDir: string, clock: Clock = systemClock): Promise<ReadOnlyStore> {
  const layout = layoutOf(dataDir);
  const { database, damage, unread, close } = await readable(layout, clock);
  const bindings = new Bindings(database);
  const health = { failed: () => undefined };
  const strikes = new Strikes({ database, clock, health });
  const attempts = new AttemptRows({ database, health });
  const kept = new KeptValues({ database, health });
  const decoders = new Decoders(kept);
  const states = new EditionStates(database, kept);
  const freeBytes = await freeSpace(dataDir);
  return {
    damage,
    source: states.source,
    active: () => states.stored('active'),
    previous: () => states.stored('previous'),
    show: () => states.show(),
    editions: () => summaries(states),
    holdings: (edition) => holdingsOf(edition, { bindings, strikes, attempts, decoders }),
    proof: (since = 0) => {
      if (unread) throw unread;
      return proofRows(database, since);
    },
    health: (limit) => {
      if (unread) throw unread;
      return healthRows(database, limit);
    },
    storage: () => ({ ...storageOf(database), freeBytes }),
    close,
  };
}

interface Readable {
  readonly database: Database;
  readonly damage: Sentence | null;
  /** Why there is no proof of play to be had, which only the database has. */
  readonly unread: VitrineError | null;
  close(): Promise<void>;
}

async function readable(layout: Layout, clock: Clock): Promise<Readable> {
  let error: VitrineError | null = null;
  try {
    const copy = await openCopy(layout, clock);
    if (copy) return { ...copy, damage: null, unread: null };
  } catch (thrown) {
    error = asDiskError(thrown, 'read-database');
  }
  const database = await openDatabase(':memory:');
  await rebuild(database, realFileSystem, layout);
  const damage = error && isUnusable(error) ? error.said : null;
  return { database, damage, unread: error, close: async () => database.close() };
}

/** Null when there is no database, or one that a player has not filled yet. */
async function openCopy(layout: Layout, clock: Clock): Promise<Pick<Readable, 'database' | 'close'> | null> {
  const folder = await fs.mkdtemp(join(tmpdir(), 'vitrine-'));
  const remove = (): Promise<void> => fs.rm(folder, { recursive: true, force: true });
  let database: Database | null = null;
  try {
    const copy = await copyDatabase(layout.database, folder, clock);
    database = copy === null ? null : await openDatabase(copy);
    if (database !== null && isFilled(database)) {
      const opened = database;
      // The open files live on without a name, and nothing is left behind however this program ends.
      if (process.platform !== 'win32') await remove();
      return {
        database,
        close: async () => {
          opened.close();
          await remove();
        },
      };
    }
  } catch (thrown) {
    database?.close();
    await remove();
    throw thrown;
  }
  database?.close();
  await remove();
  return null;
}

async function freeSpace(dataDir: string): Promise<number> {
  try {
    return (await realFileSystem.space(dataDir)).freeBytes;
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return 0;
    throw thrown;
  }
}

/** Whether there is a show at all: asked before anything is started, when the configuration is broken. */
export function hasActiveEdition(dataDir: string): boolean {
  try {
    const pointer = parsePointer(readFileSync(layoutOf(dataDir).pointer, 'utf8'));
    return pointer?.states.some((record) => record.state === 'active') ?? false;
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
    return false;
  }
}
