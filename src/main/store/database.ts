import type Sqlite from 'better-sqlite3';
import { asDiskError } from '../disk-errors.ts';
import { VitrineError } from '../errors.ts';
import type { Connection } from '../sqlite.ts';
import { loadSqlite } from '../sqlite.ts';
import { migrate } from './migrations/index.ts';

/** "Vitr", in the file's header: a zero-length or foreign file must not pass for ours. */
export const applicationId = 0x56697472;

/** Of 4 KiB, at which the journal is taken over into the file. The usual ones are SQLite's own default. */
const journalPages = { usual: 1_000, sparing: 16 };

type Value = string | number | null;

/** In the order of the question marks, or one object with the names in the statement. */
type Values = (Value | object)[];

type Statement = Sqlite.Statement<Values>;

/**
 * The one connection. Rows are typed by the caller: every table is STRICT, so SQLite itself keeps the promise.
 */
export class Database {
  #connection: Connection;
  readonly #statements = new Map<string, Statement>();
  /** Called when a write finds the disk full, before it is tried once more. */
  onFull: () => void = () => undefined;
  /** Told when a statement meets damage: the file has to be replaced by one rebuilt. */
  onDamaged: () => void = () => undefined;

  /** False: it lives in memory, because the disk takes nothing. */
  get durable(): boolean {
    return !this.#connection.memory;
  }

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  all<Row>(sql: string, ...values: Values): Row[] {
    return this.#guard(() => this.#statement(sql).all(...values)) as Row[];
  }

  get<Row>(sql: string, ...values: Values): Row | null {
    return (this.#guard(() => this.#statement(sql).get(...values)) ?? null) as Row | null;
  }

  /** For many runs of one statement inside a transaction. */
  prepare(sql: string): { run(...values: Values): number; get<Row>(...values: Values): Row | null } {
    const statement = this.#guard(() => this.#statement(sql));
    return {
      run: (...values) => statement.run(...values).changes,
      get: <Row>(...values: Values) => (statement.get(...values) ?? null) as Row | null,
    };
  }

  /** One statement, durable when this returns. Answers how many rows it changed. */
  run(sql: string, ...values: Values): number {
    return this.write(() => this.#statement(sql).run(...values).changes);
  }

  /** All or nothing, durable when this returns. */
  write<Result>(work: () => Result): Result {
    if (this.#connection.inTransaction) return work();
    const transaction = this.#connection.transaction(work);
    return this.#guard(() => {
      try {
        return transaction.immediate();
      } catch (thrown) {
        if (!isFull(thrown)) throw thrown;
        this.#beSparing();
        return transaction.immediate();
      }
    });
  }

  /** There is room again. */
  beLavish(): void {
    this.#guard(() => this.#connection.pragma(`wal_autocheckpoint = ${journalPages.usual}`));
  }

  /** Rows changed since opening: what proves that doing nothing wrote nothing. */
  totalChanges(): number {
    return this.get<{ changes: number }>('SELECT total_changes() AS changes')?.changes ?? 0;
  }

  /** Goes on with another file. Whoever keeps rows in memory has to read them again. */
  become(other: Database): void {
    this.#statements.clear();
    this.#connection = other.#connection;
  }

  close(): void {
    this.#connection.close();
  }

  /** Every text comes from this room, so there are a few dozen of them. */
  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#connection.prepare<Values>(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /**
   * On a full disk the journal must not take what the file will need: the reserve is given up, the journal emptied
   * into the file, and kept small from then on.
   */
  #beSparing(): void {
    this.onFull();
    this.#connection.pragma(`wal_autocheckpoint = ${journalPages.sparing}`);
    try {
      this.#connection.pragma('wal_checkpoint(TRUNCATE)');
    } catch (thrown) {
      if (!isFull(thrown)) throw thrown;
    }
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (thrown) {
      const error = asDiskError(thrown, 'using the database');
      if (error.code === 'database-damaged' || error.code === 'database-unreadable') this.onDamaged();
      throw error;
    }
  }
}

function isFull(thrown: unknown): boolean {
  return asDiskError(thrown, 'writing').code === 'disk-full';
}

/** Opens or creates; throws `database-damaged`, `database-foreign` or `database-newer` for what is not ours. */
export async function openDatabase(path: string, busyMs = 5_000): Promise<Database> {
  const Sqlite = await loadSqlite();
  let connection: Connection;
  try {
    connection = new Sqlite(path, { timeout: busyMs });
  } catch (thrown) {
    throw asDiskError(thrown, 'opening the database');
  }
  try {
    // One player per data folder, so nobody shares this database. Held exclusively, it keeps its WAL index in
    // plain memory: a disk that turns read-only under a mapped -shm file would end the process with SIGBUS.
    connection.pragma('locking_mode = EXCLUSIVE');
    // Sorting needs no files of its own: there may be no descriptor or no space left for them.
    connection.pragma('temp_store = MEMORY');
    connection.pragma(`journal_size_limit = ${4 * 1024 * 1024}`);
    refuseForeign(connection);
    assertPragma(connection, 'journal_mode', 'WAL', path === ':memory:' ? 'memory' : 'wal');
    // A WAL database comes back as NORMAL on some builds: then a power cut takes back what was reported as done.
    assertPragma(connection, 'synchronous', 'FULL', 2);
    assertPragma(connection, 'foreign_keys', 'ON', 1);
    migrate(connection, applicationId);
    refuseDamaged(connection);
    return new Database(connection);
  } catch (thrown) {
    connection.close();
    throw asDiskError(thrown, 'opening the database');
  }
}

function refuseForeign(connection: Connection): void {
  const id = connection.pragma('application_id', { simple: true });
  const tables = connection.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  if (id === applicationId) return;
  if (id === 0 && tables === 0) return;
  throw new VitrineError('temporary', 'database-foreign', 'The database belongs to another program');
}

/**
 * Proof of play is not looked at: half a million rows would keep the screen waiting for seconds on a slow card. Damage
 * there is met when it is read, and mended then.
 */
function refuseDamaged(connection: Connection): void {
  for (const table of ['setting', 'slot', 'edition', 'object', 'binding', 'attempt', 'strike']) {
    const check = connection.pragma(`quick_check('${table}')`, { simple: true });
    if (check !== 'ok') {
      throw new VitrineError('temporary', 'database-damaged', `The database is damaged: ${check}`);
    }
  }
}

function assertPragma(connection: Connection, name: string, value: string, expected: unknown): void {
  connection.pragma(`${name} = ${value}`);
  const actual = connection.pragma(name, { simple: true });
  if (actual !== expected) {
    throw new VitrineError(
      'temporary',
      'database-setting',
      `The database refuses ${name} = ${value} (${actual})`,
    );
  }
}
