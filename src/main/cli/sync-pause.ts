import { answer } from './answer.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';

export const command: Command = {
  name: 'sync pause',
  summary: 'Pauses the syncs and downloads of the running player.',
  usage: '[--json]',
  options: {},
  details: `
The show continues from the cache. Running downloads stop, and resume at the same point after vitrine sync resume. A restart of
the player ends the pause too.`,
  async run(invocation) {
    await askRunningPlayer(invocation.config.dataDir, 'POST', '/api/sync/pause');
    await answer(invocation, { sync: 'paused' }, 'Sync is paused until vitrine sync resume.\n');
    return 0;
  },
};
