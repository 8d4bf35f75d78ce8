import type Sqlite from 'better-sqlite3';
import { asDiskError, isDiskFull } from '../ground/disk-errors.ts';
import type { Connection } from '../ground/sqlite.ts';

/** Pages of 4 KiB after which SQLite checkpoints the journal. `usual` is SQLite's default. */
const journalPages = { usual: 1_000, sparing: 16 };

type Value = string | number | null;

/** The values for the question marks in their order, or one object for the names in the statement. */
type Values = (Value | object)[];

type Statement = Sqlite.Statement<Values>;

/**
 * The one connection. The caller declares the type of rows: every table is STRICT, so SQLite guarantees it.
 */
export class Database {
  #connection: Connection;
  readonly #statements = new Map<string, Statement>();
  /** Called when a write finds the disk full, before the one retry. */
  onFull: () => void = () => undefined;
  /** Called when a statement meets damage: the file must be rebuilt. */
  onDamaged: () => void = () => undefined;

  /** False: the database is in memory, because the disk rejects writes. */
  get durable(): boolean {
    return !this.#connection.memory;
  }

  get isOpen(): boolean {
    return this.#connection.open;
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

  /** A statement that runs many times inside a transaction. */
  prepare(sql: string): { run(...values: Values): number; get<Row>(...values: Values): Row | null } {
    const statement = this.#guard(() => this.#statement(sql));
    return {
      run: (...values) => statement.run(...values).changes,
      get: <Row>(...values: Values) => (statement.get(...values) ?? null) as Row | null,
    };
  }

  /** Durable when this returns. Returns the number of changed rows. */
  run(sql: string, ...values: Values): number {
    return this.write(() => this.#statement(sql).run(...values).changes);
  }

  /** All or nothing; durable when this returns. */
  write<Result>(work: () => Result): Result {
    if (this.#connection.inTransaction) return work();
    const transaction = this.#connection.transaction(work);
    return this.#guard(() => {
      try {
        return transaction.immediate();
      } catch (thrown) {
        if (!isDiskFull(thrown)) throw thrown;
        this.#beSparing();
        return transaction.immediate();
      }
    });
  }

  /** Must be called when there is space again. */
  beLavish(): void {
    this.#guard(() => this.#connection.pragma(`wal_autocheckpoint = ${journalPages.usual}`));
  }

  /** Rows changed since opening: proves that an idle cycle wrote nothing. */
  totalChanges(): number {
    return this.get<{ changes: number }>('SELECT total_changes() AS changes')?.changes ?? 0;
  }

  /** Switches to another file. Caches of rows must reload. */
  become(other: Database): void {
    this.#statements.clear();
    this.#connection = other.#connection;
  }

  close(): void {
    this.#connection.close();
  }

  /** Caches statements: this folder has a few dozen. */
  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#connection.prepare<Values>(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /**
   * On a full disk the journal must not take the space that the file needs: frees the reserve, empties the journal into the file,
   * and keeps it small from then on.
   */
  #beSparing(): void {
    this.onFull();
    this.#connection.pragma(`wal_autocheckpoint = ${journalPages.sparing}`);
    try {
      this.#connection.pragma('wal_checkpoint(TRUNCATE)');
    } catch (thrown) {
      if (!isDiskFull(thrown)) throw thrown;
    }
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (thrown) {
      const error = asDiskError(thrown, 'use-database');
      if (error.code === 'database-damaged' || error.code === 'database-unreadable') this.onDamaged();
      throw error;
    }
  }
}
