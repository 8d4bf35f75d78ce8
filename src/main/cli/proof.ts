import { VitrineError } from '../errors.ts';
import { readStore } from '../store/read.ts';
import type { Command } from './command.ts';

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

export const proofExportCommand: Command = {
  name: 'proof export',
  summary: 'Proof of play: one row for each showing.',
  usage: '[--format csv|jsonl | --json] [--since ISO]',
  options: { format: { type: 'string' }, since: { type: 'string' } },
  details: `
--format  csv (default) or jsonl, one JSON object a line
--json    one JSON document, a list
--since   showings that began at this instant or later, for example 2026-11-21 or 2026-11-21T08:00:00Z`,
  async run({ config, values, json, out }) {
    if (json && values.format !== undefined)
      throw new VitrineError('usage', 'wrong-usage', 'Give either --json or --format.');
    const format = values.format ?? 'csv';
    if (format !== 'csv' && format !== 'jsonl') {
      throw new VitrineError('usage', 'wrong-usage', `There is no format "${String(format)}".`, {
        remedy: 'Use csv or jsonl.',
      });
    }
    const since = typeof values.since === 'string' ? Date.parse(values.since) : 0;
    if (Number.isNaN(since)) {
      throw new VitrineError('usage', 'wrong-usage', `"${String(values.since)}" is not an instant.`, {
        remedy: 'Write it like 2026-11-21T08:00:00Z.',
      });
    }
    const store = await readStore(config.dataDir);
    try {
      if (json) out('[');
      else if (format === 'csv') out(`${columns.join(',')}\n`);
      let count = 0;
      for (const row of store.proof(since)) {
        const shown = {
          ...row,
          startedAt: new Date(row.startedAt).toISOString(),
          endedAt: row.endedAt === null ? null : new Date(row.endedAt).toISOString(),
        };
        if (json) out(`${count++ === 0 ? '\n' : ',\n'}${JSON.stringify(shown)}`);
        else if (format === 'jsonl') out(`${JSON.stringify(shown)}\n`);
        else out(`${columns.map((column) => csv(shown[column])).join(',')}\n`);
      }
      if (json) out('\n]\n');
      return 0;
    } finally {
      await store.close();
    }
  },
};

/** Quoted where it must be; a leading = + - @ would be run as a formula by spreadsheets. */
function csv(value: string | null): string {
  if (value === null) return '';
  const safe = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
