import { message } from '../../shared/languages/message.ts';
import { exportedProof, type ProofFormat } from '../report/proof-export.ts';
import { wrongUsage } from './arguments.ts';
import type { Command, Invocation } from './command.ts';
import { withStore } from './stored.ts';

export const command: Command = {
  name: 'proof export',
  summary: 'Exports proof of play: one row per showing.',
  usage: '[--format csv|jsonl | --json] [--since ISO]',
  options: { format: { type: 'string' }, since: { type: 'string' } },
  details: `
--format  csv (default) or jsonl, one JSON object per line
--json    one JSON document, a list
--since   only showings that began at this time or later, for example 2026-11-21 or 2026-11-21T08:00:00Z`,
  async run(invocation) {
    const [format, since] = [formatOf(invocation), sinceOf(invocation)];
    await withStore(invocation, async (store) => {
      for (const piece of exportedProof(store.proof(since), format)) await invocation.out(piece);
    });
    return 0;
  },
};

function formatOf({ values: { format }, json }: Invocation): ProofFormat {
  if (json && format !== undefined)
    throw wrongUsage(message('wrong-usage.both', { first: '--json', second: '--format' }));
  if (json) return 'json';
  if (format === undefined || format === 'csv' || format === 'jsonl') return format ?? 'csv';
  throw wrongUsage(message('wrong-usage.format', { value: String(format) }));
}

function sinceOf({ values: { since } }: Invocation): number {
  const instant = typeof since === 'string' ? Date.parse(since) : 0;
  if (!Number.isNaN(instant)) return instant;
  throw wrongUsage(message('wrong-usage.time', { value: String(since) }));
}
