import { message } from '../../shared/languages/message.ts';
import { asDiskError } from '../ground/disk-errors.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Database } from './database.ts';
import type { DiskHealth } from './health.ts';

/** `at` is epoch milliseconds. */
export interface FleetEvent {
  readonly at: number;
  readonly kind: string;
  readonly sentence: string;
}

export interface FleetEventRow extends FleetEvent {
  readonly sequence: number;
}

/** A command to run, or one that was refused at once. */
export interface FleetCommandRow {
  readonly id: string;
  /** As JSON. */
  readonly command: string;
  readonly expiresAt: number;
  /** True: runs at once. */
  readonly isBegun: boolean;
  /** As JSON; null: not run yet. */
  readonly result: string | null;
}

/** The result of a command; `requests` changes with each request to report it. */
export interface FleetResultRow {
  readonly id: string;
  readonly result: string;
  readonly requests: number;
}

/** `new`: stored now, and may run. Otherwise a repetition, with the result once it is known. */
export type FleetTaken = 'new' | { readonly result: string | null };

const mostEvents = 1_000;
/** Of expired commands; others stay, as they could be sent again. */
const keptCommands = 1_000;
const mostCommands = 20_000;

interface FleetRowsNeeds {
  readonly database: Database;
  readonly health: Pick<DiskHealth, 'failed'>;
}

/** Keeps events and results for the fleet, and the fleet's commands. */
export class FleetRows {
  readonly #needs: FleetRowsNeeds;

  constructor(needs: FleetRowsNeeds) {
    this.#needs = needs;
  }

  addEvent({ at, kind, sentence }: FleetEvent): void {
    const { database } = this.#needs;
    this.#guarded(() =>
      database.write(() => {
        database
          .prepare('INSERT INTO fleet_event (at, kind, sentence) VALUES (?, ?, ?)')
          .run(at, kind, sentence);
        database
          .prepare('DELETE FROM fleet_event WHERE sequence <= (SELECT max(sequence) FROM fleet_event) - ?')
          .run(mostEvents);
      }),
    );
  }

  /** Events to report, the oldest first. A gap before the first number: the bound dropped events. */
  events(limit: number): readonly FleetEventRow[] {
    return this.#needs.database.all<FleetEventRow>(
      'SELECT sequence, at, kind, sentence FROM fleet_event WHERE told = 0 ORDER BY sequence LIMIT ?',
      limit,
    );
  }

  eventsDelivered(upTo: number): void {
    this.#guarded(() =>
      this.#needs.database.run('UPDATE fleet_event SET told = 1 WHERE told = 0 AND sequence <= ?', upTo),
    );
  }

  /** Durable when it returns `new`. `now`: null while the clock is not trusted: then nothing is dropped. */
  take(row: FleetCommandRow, now: number | null): FleetTaken {
    const { database } = this.#needs;
    if (!database.durable) throw new VitrineError('temporary', message('not-kept.disk'));
    return this.#guarded(() =>
      database.write((): FleetTaken => {
        const before = database
          .prepare('SELECT result FROM fleet_command WHERE id = ?')
          .get<{ readonly result: string | null }>(row.id);
        if (before !== null) return { result: before.result };
        // First of all: otherwise a full table would stay full.
        if (now !== null && this.#count() > keptCommands)
          database
            .prepare(
              'DELETE FROM fleet_command WHERE expires_at < ? AND told = 1 AND sequence <= (SELECT max(sequence) FROM fleet_command) - ?',
            )
            .run(now, keptCommands);
        if (this.#count() >= mostCommands) throw new VitrineError('temporary', message('not-kept.many'));
        database
          .prepare(
            'INSERT INTO fleet_command (id, command, expires_at, begun, result) VALUES (?, ?, ?, ?, ?)',
          )
          .run(row.id, row.command, row.expiresAt, row.isBegun ? 1 : 0, row.result);
        return 'new';
      }),
    );
  }

  #count(): number {
    const { database } = this.#needs;
    return (
      database.get<{ readonly count: number }>('SELECT count(*) AS count FROM fleet_command')?.count ?? 0
    );
  }

  /** From now on it may have run. */
  begin(id: string): void {
    this.#guarded(() => this.#needs.database.run('UPDATE fleet_command SET begun = 1 WHERE id = ?', id));
  }

  /** Also requests one more report: a repetition that arrives during a report gets its own. */
  finish(id: string, result: string): void {
    this.#guarded(() =>
      this.#needs.database.run(
        'UPDATE fleet_command SET result = ?, told = min(told, 0) - 1 WHERE id = ?',
        result,
        id,
      ),
    );
  }

  /** Commands without a result: after a start, those of the previous run. */
  unfinished(): readonly (Pick<FleetCommandRow, 'id' | 'command'> & { readonly isBegun: boolean })[] {
    return this.#needs.database
      .all<{ readonly id: string; readonly command: string; readonly begun: number }>(
        'SELECT id, command, begun FROM fleet_command WHERE result IS NULL ORDER BY sequence',
      )
      .map(({ id, command, begun }) => ({ id, command, isBegun: begun === 1 }));
  }

  /** Unreported results, the oldest first. */
  results(limit: number): readonly FleetResultRow[] {
    return this.#needs.database.all<FleetResultRow>(
      'SELECT id, result, told AS requests FROM fleet_command WHERE result IS NOT NULL AND told < 1 ORDER BY sequence LIMIT ?',
      limit,
    );
  }

  /** The broker has this report. */
  resultDelivered({ id, requests }: Omit<FleetResultRow, 'result'>): void {
    this.#guarded(() =>
      this.#needs.database.run('UPDATE fleet_command SET told = 1 WHERE id = ? AND told = ?', id, requests),
    );
  }

  #guarded<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (thrown) {
      if (thrown instanceof VitrineError) throw thrown;
      const error = asDiskError(thrown, 'write-fleet');
      this.#needs.health.failed(error);
      throw error;
    }
  }
}
