import { answer } from './answer.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';

export const command: Command = {
  name: 'sync resume',
  summary: 'Resumes syncing: contacts the CMS at once and continues the downloads.',
  usage: '[--json]',
  options: {},
  async run(invocation) {
    await askRunningPlayer(invocation.config.dataDir, 'POST', '/api/sync/resume');
    await answer(invocation, { sync: 'resumed' }, 'Sync goes on.\n');
    return 0;
  },
};
