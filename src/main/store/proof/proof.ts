import type { VideoDecoder } from '../../../shared/video-decoder.ts';
import { asDiskError } from '../../ground/disk-errors.ts';
import type { KeptValues } from '../kept-values.ts';
import type { StoreNeeds } from '../needs.ts';
import { type ProofDays, proofDays } from './proof-days.ts';
import { pruneNames } from './proof-names.ts';
import {
  decoderValues,
  insertRow,
  type NumberedRow,
  type Outcome,
  type ProofCursor,
  type ProofRow,
  proofPage,
  proofRows,
} from './proof-rows.ts';
import {
  type ShownEntry,
  type ShownItem,
  type Silence,
  shownEntries,
  shownItems,
  shownMark,
  silences,
} from './proof-sums.ts';

export type { Outcome, ProofRow } from './proof-rows.ts';

export type StartedRow = Omit<ProofRow, 'endedAt' | 'outcome' | 'reason'>;
export type EndedRow = Omit<ProofRow, 'endedAt' | 'outcome'> & { readonly outcome: 'failed' | 'skipped' };

/** Calls may repeat: a showing is one row by its id, and its first end counts. */
export interface ProofLog {
  /** `turns`: how far the rotations of its screen have come with it, to be kept with the row. */
  start(row: StartedRow, turns?: string): void;
  /** `decoder`: replaces the one that was known at the start. */
  end(id: string, endedAt: number, outcome: Outcome, reason: string | null, decoder?: VideoDecoder): void;
  /** Adds a closed row for an item that never came on screen. */
  fail(row: EndedRow): void;
  /** In the order of their start. */
  iterate(since?: number): IterableIterator<ProofRow>;
  /** The same by pages, for other threads; an empty page is the end. */
  page(after: ProofCursor): readonly NumberedRow[];
  items(from: number, until: number): readonly ShownItem[];
  /** The sums of `items` are the same while this is. */
  mark(from: number, until: number): string;
  entries(screenId: string, day: Parameters<typeof shownEntries>[2]): readonly ShownEntry[];
  silences(since: Parameters<typeof silences>[1]): readonly Silence[];
  readonly days: ProofDays;
  /** Rows that wait for the disk, and rows dropped because too many waited. */
  readonly waiting: number;
  readonly lost: number;
}

type Step =
  | { readonly do: 'insert'; readonly row: ProofRow }
  | { readonly do: 'turns'; readonly screenId: string; readonly turns: string }
  | {
      readonly do: 'close';
      readonly id: string;
      readonly endedAt: number;
      outcome: Outcome;
      reason: string | null;
      readonly decoder: VideoDecoder | undefined;
    };

/** Old rows are removed only after so many new ones, so that a row costs only an insert. */
const pruneEvery = 1_000;
/** Pause after a failed write. */
const retryMs = 5_000;

interface ProofNeeds extends StoreNeeds {
  readonly kept: Pick<KeptValues, 'write'>;
  /** Called after a successful write. */
  onWritten?(): void;
}

export class Proof implements ProofLog {
  readonly #needs: ProofNeeds;
  /** Not written yet, in order. */
  #steps: Step[] = [];
  #lost = 0;
  /** First at once: a player that restarts often may never reach the number. */
  #untilPrune = 0;
  /** By the monotonic clock. */
  #retryAt = 0;

  constructor(needs: ProofNeeds) {
    this.#needs = needs;
  }

  start(row: StartedRow, turns?: string): void {
    // In one transaction: another one would be another flush of the disk.
    if (turns !== undefined) this.#steps.push({ do: 'turns', screenId: row.screenId, turns });
    this.#add({ do: 'insert', row: { ...row, endedAt: null, outcome: null, reason: null } });
  }

  end(id: string, endedAt: number, outcome: Outcome, reason: string | null, decoder?: VideoDecoder): void {
    this.#add({ do: 'close', id, endedAt, outcome, reason, decoder });
  }

  fail(row: EndedRow): void {
    this.#add({ do: 'insert', row: { ...row, endedAt: row.startedAt } });
  }

  get waiting(): number {
    return this.#steps.length;
  }

  get lost(): number {
    return this.#lost;
  }

  iterate(since = 0): IterableIterator<ProofRow> {
    return proofRows(this.#needs.database, since);
  }

  get days(): ProofDays {
    return proofDays(this.#needs.database);
  }

  page(after: ProofCursor): readonly NumberedRow[] {
    return proofPage(this.#needs.database, after);
  }

  items(from: number, until: number): readonly ShownItem[] {
    return shownItems(this.#needs.database, from, until);
  }

  mark(from: number, until: number): string {
    return shownMark(this.#needs.database, from, until);
  }

  entries(screenId: string, day: Parameters<typeof shownEntries>[2]): readonly ShownEntry[] {
    return shownEntries(this.#needs.database, screenId, day);
  }

  silences(since: Parameters<typeof silences>[1]): readonly Silence[] {
    return silences(this.#needs.database, since);
  }

  /**
   * Closes the rows that a crash left open. Their end is unknown: the last sign of life is the latest instant at which they surely
   * played.
   */
  closeOpen(lastSignOfLife: number): void {
    const { database } = this.#needs;
    if (!database.get('SELECT 1 FROM showing WHERE outcome IS NULL LIMIT 1')) return;
    database.run(
      `UPDATE showing SET outcome = 'interrupted', reason = ?, ended_at = max(started_at, ?) WHERE outcome IS NULL`,
      'the player stopped while it was on screen',
      lastSignOfLife,
    );
  }

  /** Adopts rows of another database unchanged. Those that the disk rejects wait like all others. */
  take(rows: readonly ProofRow[]): void {
    this.#steps = [...rows.map((row): Step => ({ do: 'insert', row })), ...this.#steps];
    this.flush(true);
    this.#bound();
  }

  /** Writes waiting rows; without `now`, only after the pause that follows a failure. */
  flush(now = false): void {
    const { database, clock, log } = this.#needs;
    if (this.#steps.length === 0 || (!now && clock.monotonic() < this.#retryAt)) return;
    try {
      database.write(() => {
        for (const step of this.#steps) this.#write(step);
        this.#prune();
      });
    } catch (thrown) {
      const error = asDiskError(thrown, 'write-proof');
      log.state('proof', error.code, 'warn', 'Proof of play waits in memory', { error });
      this.#needs.health.failed(error);
      this.#retryAt = clock.monotonic() + retryMs;
      return;
    }
    log.state('proof', 'written', 'debug', 'Proof of play is written');
    this.#untilPrune = this.#untilPrune > 0 ? this.#untilPrune - this.#steps.length : pruneEvery;
    this.#steps = [];
    this.#retryAt = 0;
    this.#needs.onWritten?.();
  }

  #add(step: Step): void {
    this.#steps.push(step);
    this.flush();
    this.#bound();
  }

  #write(step: Step): void {
    if (step.do === 'insert') {
      insertRow(this.#needs.database, step.row);
    } else if (step.do === 'turns') {
      this.#needs.kept.write(`turns ${step.screenId}`, step.turns);
    } else {
      this.#needs.database
        .prepare(
          `UPDATE showing SET ended_at = @endedAt, outcome = @outcome, reason = @reason,
             decoder = coalesce(@decoder, decoder), decoder_hardware = coalesce(@hardware, decoder_hardware)
           WHERE id = @id AND outcome IS NULL`,
        )
        .run({ ...step, ...decoderValues(step.decoder) });
    }
  }

  /** Drops the oldest steps: recent ones matter more. */
  #bound(): void {
    const over = this.#steps.length - this.#needs.limits.waitingProofRows;
    if (over <= 0) return;
    this.#lost += this.#steps.splice(0, over).filter((step) => step.do === 'insert').length;
  }

  #prune(): void {
    if (this.#untilPrune > 0) return;
    const { database, limits } = this.#needs;
    // Memory has less space than the disk, and the database may move between them while the player runs.
    const kept = database.durable ? limits.keepProofRows : limits.waitingProofRows;
    database.run('DELETE FROM showing WHERE sequence <= (SELECT max(sequence) FROM showing) - ?', kept);
    pruneNames(database);
  }
}
