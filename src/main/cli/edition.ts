import { askPlayer } from '../admin/client.ts';
import { systemClock } from '../clock.ts';
import { openStages } from '../engine/stages.ts';
import { readStore } from '../store/read.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';

export const editionListCommand: Command = {
  name: 'edition list',
  summary: 'The editions in the store: active, staged and previous.',
  usage: '[--json]',
  options: {},
  async run({ config, json, out, progress }) {
    const store = await readStore(config.dataDir);
    try {
      const editions = store.editions();
      if (json) {
        const shown = editions.map((edition) => ({
          ...edition,
          stagedAt: new Date(edition.stagedAt).toISOString(),
          activatedAt: edition.activatedAt === null ? null : new Date(edition.activatedAt).toISOString(),
        }));
        out(`${JSON.stringify({ editions: shown }, null, 2)}\n`);
      } else if (editions.length === 0) out('There is no edition yet.\n');
      else {
        out(
          table(
            ['edition', 'state', 'activated', 'complete'],
            editions.map((edition) => [
              edition.id.slice(0, 12),
              edition.state,
              edition.activatedAt === null ? '–' : new Date(edition.activatedAt).toISOString(),
              edition.complete ? 'yes' : 'no',
            ]),
          ),
        );
      }
      const shown = store.show()?.edition.id;
      if (shown !== undefined && !editions.some(({ id }) => id === shown)) {
        progress(
          `Edition ${shown.slice(0, 12)} plays, of what was configured before, until there is one of what is configured now.\n`,
        );
      }
      return 0;
    } finally {
      await store.close();
    }
  },
};

export const editionRollbackCommand: Command = {
  name: 'edition rollback',
  summary: 'Back to the previous edition.',
  usage: '[--json]',
  options: {},
  details: 'It holds until the CMS answers an edition other than the one left.',
  async run({ config, log, json, out }) {
    const answered = (await askPlayer(config.dataDir, 'POST', '/api/edition/rollback')) as {
      edition: string;
    } | null;
    const { edition } = answered ?? (await rollbackHere());
    out(json ? `${JSON.stringify({ edition })}\n` : `Playing edition ${edition} again.\n`);
    return 0;

    async function rollbackHere(): Promise<{ edition: string }> {
      const stages = await openStages({ config, clock: systemClock, log });
      try {
        return { edition: (await stages.store.rollback()).edition.id };
      } finally {
        await stages.close();
      }
    }
  },
};
