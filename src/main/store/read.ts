import { readFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '../../shared/languages/message.ts';
import type { Edition, StoredEdition } from '../edition/edition.ts';
import type { Holdings } from '../edition/holdings.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { asDiskError } from '../ground/disk-errors.ts';
import { systemCode, type VitrineError } from '../ground/errors.ts';
import { realFileSystem } from '../ground/fs.ts';
import { AttemptRows } from './attempt-rows.ts';
import { Bindings } from './bindings.ts';
import type { Database } from './database.ts';
import { Decoders } from './decoders.ts';
import { parsePointer } from './editions/edition-sidecar.ts';
import { EditionStates } from './editions/edition-states.ts';
import { holdingsOf } from './editions/holdings.ts';
import { type EditionSummary, summaries } from './editions/summary.ts';
import { type HealthRow, healthRows } from './health-log.ts';
import { isFilled, KeptValues } from './kept-values.ts';
import { type Storage, storageOf } from './objects/capacity.ts';
import { copyDatabase } from './objects/copy.ts';
import type { Layout } from './objects/layout.ts';
import { layoutOf } from './objects/layout.ts';
import { openDatabase } from './open-database.ts';
import { type ProofDays, proofDays } from './proof/proof-days.ts';
import { type ProofRow, proofRows } from './proof/proof-rows.ts';
import { rebuild } from './repair/rebuild.ts';
import { isUnusable } from './repair/set-aside.ts';
import { Strikes } from './strikes.ts';

/** The store for reading commands, with or without a running player. */
export interface ReadOnlyStore {
  /** Why the database is unusable; null: it was read. */
  readonly damage: Message | null;
  readonly source: string | null;
  active(): StoredEdition | null;
  /** The target of a rollback. */
  previous(): StoredEdition | null;
  /** What a player would show: the active edition, or the previous source's until this one has its first. */
  show(): StoredEdition | null;
  editions(): readonly EditionSummary[];
  holdings(edition: Edition): Holdings;
  proof(since?: number): IterableIterator<ProofRow>;
  proofDays(): ProofDays;
  /** The newest first. */
  health(limit: number): readonly HealthRow[];
  storage(): Storage;
  close(): Promise<void>;
}

/**
 * Reads a data folder without writing to it or locking it: opens a copy of the database in a temporary folder. If the database is
 * unusable, sidecars, ledger and the names and sizes of objects replace it.
 *
 * The player's own process must not call this: closing a file would drop its locks on it.
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
    proofDays: () => {
      if (unread) throw unread;
      return proofDays(database);
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
  readonly damage: Message | null;
  /** Why there is no proof of play, which only the database contains. */
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
  const damage = error && isUnusable(error) ? error.sentence : null;
  return { database, damage, unread: error, close: async () => database.close() };
}

/** Null: there is no database, or an unfilled one. */
async function openCopy(layout: Layout, clock: Clock): Promise<Pick<Readable, 'database' | 'close'> | null> {
  const folder = await fs.mkdtemp(join(tmpdir(), 'vitrine-'));
  const remove = (): Promise<void> => fs.rm(folder, { recursive: true, force: true });
  let database: Database | null = null;
  try {
    const copy = await copyDatabase(layout.database, folder, clock);
    database = copy === null ? null : await openDatabase(copy);
    if (database !== null && isFilled(database)) {
      const opened = database;
      // The open files live on without names, so that nothing stays behind however this program ends.
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

/** Whether there is a show, for a start with a broken configuration. */
export function hasActiveEdition(dataDir: string): boolean {
  try {
    const pointer = parsePointer(readFileSync(layoutOf(dataDir).pointer, 'utf8'));
    return pointer?.states.some((record) => record.state === 'active') ?? false;
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
    return false;
  }
}
