import type { ProofRow } from '../store/proof/proof-rows.ts';

export type ProofFormat = 'csv' | 'json' | 'jsonl';

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
] as const;

/** `json` is one list, `jsonl` one object a line. */
export function* exportedProof(rows: Iterable<ProofRow>, format: ProofFormat): Generator<string> {
  if (format === 'csv') yield `${columns.join(',')}\n`;
  let between = '[\n';
  for (const row of rows) {
    const told = {
      ...row,
      startedAt: instant(row.startedAt),
      endedAt: row.endedAt === null ? null : instant(row.endedAt),
    };
    if (format === 'csv') yield `${columns.map((column) => csvField(told[column])).join(',')}\n`;
    else if (format === 'jsonl') yield `${JSON.stringify(told)}\n`;
    else yield `${between}${JSON.stringify(told)}`;
    between = ',\n';
  }
  if (format === 'json') yield between === ',\n' ? '\n]\n' : '[]\n';
}

function instant(time: number): string {
  return new Date(time).toISOString();
}

/** Spreadsheets run a leading = + - @ as a formula. */
function csvField(value: string | null): string {
  if (value === null) return '';
  const safe = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
