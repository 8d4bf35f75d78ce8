import type { CallOptions, CmsApi } from '../cms/api.ts';
import type { Listing } from '../cms/records.ts';
import { printJson, withCms } from './cms-call.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';

/** The four documented lists differ only in what they ask for and in their columns. */
export function listCommand<Item>(list: {
  readonly name: string;
  readonly summary: string;
  readonly read: (cms: CmsApi, call: CallOptions) => Promise<Listing<Item>>;
  readonly head: readonly string[];
  readonly row: (item: Item) => readonly string[];
}): Command {
  return {
    name: list.name,
    summary: list.summary,
    usage: '[--json]',
    options: {},
    async run(invocation) {
      const { signal } = invocation;
      const listing = await withCms(invocation, (cms) => list.read(cms, { signal }));
      if (invocation.json) printJson(invocation, listing);
      else if (listing.records.length === 0) invocation.out('There are none.\n');
      else invocation.out(table(list.head, listing.records.map(list.row)));
      for (const { path, reason } of listing.refused.slice(0, 20))
        invocation.progress(`left out: ${path} ${reason}\n`);
      if (listing.refused.length > 20) invocation.progress(`left out: ${listing.refused.length - 20} more\n`);
      return 0;
    },
  };
}
