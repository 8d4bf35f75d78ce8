import type { Message } from '../../shared/languages/message.ts';
import type { Verdict } from '../edition/verdict.ts';
import { asDiskError } from '../ground/disk-errors.ts';
import type { Database } from './database.ts';
import type { DiskHealth } from './health.ts';
import { keptText, messageIn, messageOf } from './message-texts.ts';

/** Health from one change to the next. Instants are epoch milliseconds. */
export interface HealthRow {
  readonly at: number;
  /** Null: it lasts. */
  readonly endedAt: number | null;
  readonly verdict: Verdict;
  readonly sentence: Message;
  /** Codes, the worst first. */
  readonly reasons: readonly string[];
}

export interface HealthChange extends Omit<HealthRow, 'endedAt'> {
  /** What the clock showed before it was set or the machine slept: the row before ends then. Left out: at the change. */
  readonly before?: number;
}

type StoredRow = Omit<HealthRow, 'sentence' | 'reasons'> & {
  readonly sentence: string;
  readonly stored: string | null;
  readonly reasons: string;
};

const mostRows = 10_000;
/** How many changes wait in memory while the disk rejects writes. */
const mostWaiting = 1_000;

interface HealthLogNeeds {
  readonly database: Database;
  readonly health: Pick<DiskHealth, 'failed'>;
}

/** Keeps the history of health, bounded. */
export class HealthLog {
  readonly #needs: HealthLogNeeds;
  #waiting: HealthChange[] = [];

  constructor(needs: HealthLogNeeds) {
    this.#needs = needs;
  }

  add(change: HealthChange): void {
    const { database, health } = this.#needs;
    this.#waiting = [...this.#waiting, change].slice(-mostWaiting);
    try {
      database.write(() => {
        for (const waiting of this.#waiting) insert(database, waiting);
      });
      this.#waiting = [];
    } catch (thrown) {
      health.failed(asDiskError(thrown, 'write-history'));
    }
  }

  /** A crash left the last row open: it lasted at least until the last sign of life. */
  closeOpen(lastSignOfLife: number): void {
    close(this.#needs.database, lastSignOfLife);
  }

  /** The newest first. */
  rows(limit: number): readonly HealthRow[] {
    return healthRows(this.#needs.database, limit);
  }
}

export function healthRows(database: Database, limit: number): readonly HealthRow[] {
  return database
    .all<StoredRow>(
      `SELECT at, ended_at AS endedAt, verdict, sentence, ${messageOf('health.sentence')} AS stored, reasons
       FROM health ORDER BY sequence DESC LIMIT ?`,
      limit,
    )
    .map(({ stored, sentence, ...row }) => ({
      ...row,
      sentence: messageIn(sentence, stored),
      reasons: JSON.parse(row.reasons) as readonly string[],
    }));
}

function insert(database: Database, { at, verdict, sentence, reasons, before = at }: HealthChange): void {
  close(database, before);
  database
    .prepare('INSERT INTO health (at, verdict, sentence, reasons) VALUES (?, ?, ?, ?)')
    .run(at, verdict, keptText(database, sentence), JSON.stringify(reasons));
  database
    .prepare('DELETE FROM health WHERE sequence <= (SELECT max(sequence) FROM health) - ?')
    .run(mostRows);
}

/** The clock may have leapt backwards. */
function close(database: Database, at: number): void {
  database.run('UPDATE health SET ended_at = max(at, ?) WHERE ended_at IS NULL', at);
}
