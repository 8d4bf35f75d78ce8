import { inEnglish } from '../../../shared/languages/message.ts';
import type { CallOptions, CmsApi } from '../../cms/api.ts';
import type { Listing } from '../../cms/records.ts';
import { answer } from '../answer.ts';
import type { Command } from '../command.ts';
import { table } from '../text/table.ts';
import { withCms } from './call.ts';

/** The four documented lists differ only in their request and columns. */
export function listCommand<CmsRecord>(list: {
  readonly name: string;
  readonly summary: string;
  readonly read: (cms: CmsApi, call: CallOptions) => Promise<Listing<CmsRecord>>;
  readonly head: readonly string[];
  readonly row: (record: CmsRecord) => readonly (string | null)[];
}): Command {
  return {
    name: list.name,
    summary: list.summary,
    usage: '[--json]',
    options: {},
    async run(invocation) {
      const { signal, progress } = invocation;
      const listing = await withCms(invocation, (cms) => list.read(cms, { signal }));
      const rows = listing.records.map((record) => list.row(record).map((cell) => cell ?? '–'));
      await answer(invocation, listing, (columns) =>
        rows.length === 0 ? 'There are none.\n' : table(list.head, rows, { columns }),
      );
      for (const { path, reason } of listing.refused.slice(0, 20))
        progress(`left out: ${path} ${inEnglish(reason)}\n`);
      if (listing.refused.length > 20) progress(`left out: ${listing.refused.length - 20} more\n`);
      return 0;
    },
  };
}
