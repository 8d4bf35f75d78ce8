import type { VisitPart } from '../../../shared/turns.ts';
import type { VideoDecoder } from '../../../shared/video-decoder.ts';
import type { ShowingNames } from '../../edition/showing-names.ts';
import type { Database } from '../database.ts';
import { insertNames, withNames } from './proof-names.ts';

export type Outcome = 'completed' | 'interrupted' | 'failed' | 'skipped';

/** One showing. Instants are epoch milliseconds. */
export interface ProofRow {
  readonly id: string;
  readonly screenId: string;
  readonly entryId: string;
  readonly mediaFileId: string;
  readonly editionId: string | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Null while it is on screen. */
  readonly outcome: Outcome | null;
  readonly reason: string | null;
  /** At the time of showing; left out: not kept, as before there were names. */
  readonly names?: ShowingNames;
  /** Left out: it belonged to no visit. */
  readonly visit?: VisitPart;
  /** Left out: no video, or the browser did not report it. */
  readonly decoder?: VideoDecoder;
}

/** Leaves a known showing unchanged. Returns the number of new rows. */
export function insertRow(database: Database, row: ProofRow): number {
  if (row.names && row.editionId !== null) insertNames(database, { ...row, ...row.names });
  return database
    .prepare(
      `INSERT INTO showing (id, screen_id, entry_id, media_file_id, edition_id, started_at, ended_at, outcome, reason,
         visit_item, visit_of, decoder, decoder_hardware)
       VALUES (@id, @screenId, @entryId, @mediaFileId, @editionId, @startedAt, @endedAt, @outcome, @reason,
         @visitItem, @visitOf, @decoder, @hardware)
       ON CONFLICT (id) DO NOTHING`,
    )
    .run({
      ...row,
      visitItem: row.visit?.item ?? null,
      visitOf: row.visit?.of ?? null,
      ...decoderValues(row.decoder),
    });
}

/** Of the columns; null: not known. */
export function decoderValues(decoder: VideoDecoder | undefined) {
  return { decoder: decoder?.name ?? null, hardware: decoder ? Number(decoder.isHardware) : null };
}

/** The columns under the names of `ProofRow`. */
export const proofColumns = `sequence, id, screen_id AS screenId, showing.entry_id AS entryId,
  showing.media_file_id AS mediaFileId, showing.edition_id AS editionId, started_at AS startedAt,
  ended_at AS endedAt, outcome, reason`;

export const nameColumns = 'names.entry_id AS named, item, playlist, entry';
export const visitColumns = 'visit_item AS visitItem, visit_of AS visitOf';
export const decoderColumns = 'decoder, decoder_hardware AS hardware';

/** As read with these lists of columns; the last two are left out for a database that has none of them. */
export type ReadRow = Omit<NumberedRow, 'names' | 'visit' | 'decoder'> &
  ShowingNames & {
    readonly named: string | null;
    readonly visitItem?: number | null;
    readonly visitOf?: number | null;
    readonly decoder?: string | null;
    readonly hardware?: number | null;
  };

export function rowOf(read: ReadRow): NumberedRow {
  const {
    named,
    item,
    playlist,
    entry,
    visitItem = null,
    visitOf = null,
    decoder = null,
    hardware,
    ...row
  } = read;
  return {
    ...row,
    ...(named === null ? {} : { names: { item, playlist, entry } }),
    ...(visitItem === null || visitOf === null ? {} : { visit: { item: visitItem, of: visitOf } }),
    ...(decoder === null ? {} : { decoder: { name: decoder, isHardware: hardware === 1 } }),
  };
}

const page = 1_000;

/** A row with its place in the reading order. */
export type NumberedRow = ProofRow & { readonly sequence: number };

/** Reading continues after the row with these two. */
export interface ProofCursor {
  readonly at: number;
  readonly sequence: number;
}

export function proofPage(database: Database, { at, sequence }: ProofCursor): readonly NumberedRow[] {
  return database
    .all<ReadRow>(
      `SELECT ${proofColumns}, ${nameColumns}, ${visitColumns}, ${decoderColumns} FROM showing ${withNames}
       WHERE (started_at, sequence) > (?, ?) ORDER BY started_at, sequence LIMIT ?`,
      at,
      sequence,
      page,
    )
    .map(rowOf);
}

/** Reads by pages: an open statement would block writes while a slow caller iterates. */
export function* proofRows(database: Database, since: number): IterableIterator<ProofRow> {
  for (let cursor: ProofCursor = { at: since, sequence: -1 }; ; ) {
    const rows = proofPage(database, cursor);
    for (const { sequence, ...row } of rows) {
      cursor = { at: row.startedAt, sequence };
      yield row;
    }
    if (rows.length < page) return;
  }
}
