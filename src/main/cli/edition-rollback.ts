import { inEnglish } from '../../shared/languages/message.ts';
import { askPlayer } from '../admin/client.ts';
import { openStages } from '../engine/stages.ts';
import { systemClock } from '../ground/clock.ts';
import { emptiness } from '../schedule/emptiness.ts';
import type { ReadOnlyStore } from '../store/read.ts';
import { answer } from './answer.ts';
import type { Command, Invocation } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { withStore } from './stored.ts';

export const command: Command = {
  name: 'edition rollback',
  summary: 'Goes back to the previous version of the content.',
  usage: '[--yes] [--json]',
  options: yesOption,
  details: `
The previous version plays until the content in the CMS changes.

--yes  goes back without asking, also to a version of which nothing can be played`,
  async run(invocation) {
    const nothing = await withStore(invocation, nothingToPlay);
    if (nothing !== null) await confirm(invocation, () => `${nothing} Go back to that version anyway?`);
    const { edition } = (await byRunningPlayer(invocation)) ?? (await here(invocation));
    await answer(invocation, { edition }, `Playing version ${edition} of the content again.\n`);
    return 0;
  },
};

/** Why no screen could play the previous edition; null if one could, or if there is none. */
function nothingToPlay(store: ReadOnlyStore): string | null {
  const edition = store.previous()?.edition;
  if (edition === undefined) return null;
  const files = Object.values(edition.mediaFiles);
  const isHere = files.some(({ kind }) => kind === 'page') || store.holdings(edition).objects.size > 0;
  const empty = emptiness(edition);
  if (empty[0] && empty.length >= Object.keys(edition.screens).length) return inEnglish(empty[0].message);
  return isHere
    ? null
    : `None of the ${files.length} media files of the previous version is stored on this player.`;
}

interface RolledBack {
  readonly edition: string;
}

async function byRunningPlayer({ config }: Invocation): Promise<RolledBack | null> {
  return (await askPlayer(config.dataDir, 'POST', '/api/actions/rollback')) as RolledBack | null;
}

async function here({ config, log }: Invocation): Promise<RolledBack> {
  const stages = await openStages({ config, clock: systemClock, log });
  try {
    return { edition: (await stages.store.rollback()).edition.id };
  } finally {
    await stages.close();
  }
}
