import { message } from '../../shared/languages/message.ts';
import { systemZone } from '../edition/system-zone.ts';
import { chooseZone } from '../edition/zone.ts';
import { shopLanguage } from '../ground/shop-language.ts';
import { namedRows, type ProofNeeds } from '../report/named-rows.ts';
import { reportedProof } from '../report/proof-day.ts';
import { exportedProof, type ProofFormat } from '../report/proof-export.ts';
import type { ReadOnlyStore } from '../store/read.ts';
import { wrongUsage } from './arguments.ts';
import type { Command, Invocation } from './command.ts';
import { withStore } from './stored.ts';

export const command: Command = {
  name: 'proof export',
  summary: 'Exports proof of play: one row per showing, or per item and day.',
  usage: '[--report] [--format csv|jsonl | --json] [--since ISO]',
  options: { report: { type: 'boolean' }, format: { type: 'string' }, since: { type: 'string' } },
  details: `
--report  one row per item, screen and day (in the player's time zone): plays, seconds, share
          of screen time; as CSV with headings and numbers in the player's language
--format  csv (default) or jsonl, one JSON object per line
--json    one JSON document, a list
--since   only showings that began at this time or later, for example 2026-11-21 or 2026-11-21T08:00:00Z`,
  async run(invocation) {
    const [format, since] = [formatOf(invocation), sinceOf(invocation)];
    await withStore(invocation, async (store) => {
      const needs = proofNeeds(invocation, store);
      const pieces = invocation.values.report
        ? reportedProof(since, needs, { format, language: shopLanguage(invocation.config.language) })
        : exportedProof(namedRows(store.proof(since), needs), format);
      for (const piece of pieces) await invocation.out(piece);
    });
    return 0;
  },
};

function proofNeeds({ config }: Invocation, store: ReadOnlyStore): ProofNeeds {
  const edition = store.show()?.edition ?? null;
  const cms = edition?.settings.timeZone ?? null;
  const { zone } = chooseZone({ cms, configuration: config.timeZone, system: systemZone() });
  return { zone, edition, days: store.proofDays() };
}

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
