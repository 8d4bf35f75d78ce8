import { askPlayer } from '../admin/client.ts';
import { systemClock } from '../clock.ts';
import { openStages } from '../engine/stages.ts';
import { answer } from './answer.ts';
import type { Command, Invocation } from './command.ts';

export const command: Command = {
  name: 'edition rollback',
  summary: 'Goes back to the previous edition.',
  usage: '[--json]',
  options: {},
  details: 'It holds until the CMS answers an edition other than the one that was left.',
  async run(invocation) {
    const { edition } = (await byRunningPlayer(invocation)) ?? (await here(invocation));
    await answer(invocation, { edition }, `Playing edition ${edition} again.\n`);
    return 0;
  },
};

interface RolledBack {
  readonly edition: string;
}

async function byRunningPlayer({ config }: Invocation): Promise<RolledBack | null> {
  return (await askPlayer(config.dataDir, 'POST', '/api/edition/rollback')) as RolledBack | null;
}

async function here({ config, log }: Invocation): Promise<RolledBack> {
  const stages = await openStages({ config, clock: systemClock, log });
  try {
    return { edition: (await stages.store.rollback()).edition.id };
  } finally {
    await stages.close();
  }
}
