import { unplayable } from '../schedule/unplayable.ts';
import type { ReadOnlyStore } from '../store/read.ts';
import { answer } from './answer.ts';
import type { Command } from './command.ts';
import { withStore } from './stored.ts';
import { table } from './text/table.ts';
import { unplayableText } from './text/unplayable.ts';

export const command: Command = {
  name: 'edition list',
  summary: 'Lists the stored versions of the content: active, staged and previous.',
  usage: '[--json]',
  options: {},
  async run(invocation) {
    await withStore(invocation, async (store) => {
      const editions = store.editions().map((edition) => ({
        ...edition,
        stagedAt: new Date(edition.stagedAt).toISOString(),
        activatedAt: edition.activatedAt === null ? null : new Date(edition.activatedAt).toISOString(),
      }));
      const edition = store.show()?.edition;
      const faults = edition === undefined ? [] : unplayable(edition, store.holdings(edition));
      await answer(invocation, { editions, unplayable: faults }, (columns) =>
        editions.length === 0
          ? 'No content is stored yet.\n'
          : `${text(editions, columns)}${unplayableText(faults, columns)}`,
      );
      const shown = edition?.id;
      if (shown !== undefined && !editions.some(({ id }) => id === shown)) {
        invocation.progress(
          `Version ${shown.slice(0, 12)}, from the previous configuration, plays until content for the current one is ready.\n`,
        );
      }
    });
    return 0;
  },
};

type Listed = Pick<ReturnType<ReadOnlyStore['editions']>[number], 'id' | 'state' | 'complete'> & {
  readonly activatedAt: string | null;
};

function text(editions: readonly Listed[], columns: number): string {
  return table(
    ['version', 'state', 'activated', 'complete'],
    editions.map(({ id, state, activatedAt, complete }) => [
      id.slice(0, 12),
      state,
      activatedAt ?? '–',
      complete ? 'yes' : 'no',
    ]),
    { columns },
  );
}
