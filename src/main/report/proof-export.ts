import { csvField } from './csv.ts';
import type { NamedRow } from './named-rows.ts';

export type ProofFormat = 'csv' | 'json' | 'jsonl';

/** New ones are added at the end: programs read them by their places. */
const columns = [
  'id',
  'screenId',
  'entryId',
  'mediaFileId',
  'editionId',
  'startedAt',
  'endedAt',
  'outcome',
  'reason',
  'item',
  'playlist',
  'entry',
  'screen',
  'zone',
  'startedLocal',
  'endedLocal',
  'seconds',
  'share',
  'visitItem',
  'visitItems',
  'decodedBy',
  'decoderName',
] as const;

/** `json` is one list, `jsonl` one object a line. */
export function* exportedProof(rows: Iterable<NamedRow>, format: ProofFormat): Generator<string> {
  if (format === 'csv') yield `${columns.join(',')}\n`;
  let between = '[\n';
  for (const row of rows) {
    const written = {
      ...row,
      startedAt: instant(row.startedAt),
      endedAt: row.endedAt === null ? null : instant(row.endedAt),
    };
    const fields = columns.map((column) => [column, written[column]] as const);
    if (format === 'csv') yield `${fields.map(([, value]) => csvField(value)).join(',')}\n`;
    else {
      const text = JSON.stringify(Object.fromEntries(fields));
      yield format === 'jsonl' ? `${text}\n` : `${between}${text}`;
    }
    between = ',\n';
  }
  if (format === 'json') yield between === ',\n' ? '\n]\n' : '[]\n';
}

function instant(time: number): string {
  return new Date(time).toISOString();
}
