import type Sqlite from 'better-sqlite3';
import { asDiskError, isDiskFull } from '../disk-errors.ts';
import type { Connection } from '../sqlite.ts';

/** Pages of 4 KiB at which the journal is taken over into the file. The usual number is SQLite's own. */
const journalPages = { usual: 1_000, sparing: 16 };

type Value = string | number | null;

/** The values for the question marks in their order, or one object for the names in the statement. */
type Values = (Value | object)[];

type Statement = Sqlite.Statement<Values>;

/**
 * The one connection. The caller says of what type rows are: every table is STRICT, so SQLite keeps that promise.
 */
export class Database {
  #connection: Connection;
  readonly #statements = new Map<string, Statement>();
  /** Called when a write finds the disk full, before it is tried once more. */
  onFull: () => void = () => undefined;
  /** Called when a statement meets damage: the file has to be replaced by one that is rebuilt. */
  onDamaged: () => void = () => undefined;

  /** False when the database lives in memory because the disk takes nothing. */
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

  /** Runs one statement, which is durable when this returns. Answers how many rows it changed. */
  run(sql: string, ...values: Values): number {
    return this.write(() => this.#statement(sql).run(...values).changes);
  }

  /** Writes all or nothing, durable when this returns. */
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

  /** To be called when there is space again. */
  beLavish(): void {
    this.#guard(() => this.#connection.pragma(`wal_autocheckpoint = ${journalPages.usual}`));
  }

  /** How many rows have changed since opening: it proves that doing nothing wrote nothing. */
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

  /** Statements are kept. All of them stand in this folder, so there are a few dozen. */
  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#connection.prepare<Values>(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /**
   * On a full disk the journal must not take the space that the file will need: the reserve is given up, the journal is
   * emptied into the file and kept small from then on.
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
