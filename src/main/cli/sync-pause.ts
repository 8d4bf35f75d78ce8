import { answer } from './answer.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';

export const command: Command = {
  name: 'sync pause',
  summary: 'Holds the downloads of the running player, and its visits to the CMS.',
  usage: '[--json]',
  options: {},
  details: `
The show goes on with what is here. A download under way breaks off, and goes on from there after vitrine sync resume;
a restart of the player ends the pause too.`,
  async run(invocation) {
    await askRunningPlayer(invocation.config.dataDir, 'POST', '/api/sync/pause');
    await answer(invocation, { sync: 'paused' }, 'Sync is paused until vitrine sync resume.\n');
    return 0;
  },
};
