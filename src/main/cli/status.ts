import type { Status } from '../report/status.ts';
import { answer } from './answer.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';
import { statusText } from './text/status.ts';

export const command: Command = {
  name: 'status',
  summary: 'What the running player shows, and how it is doing.',
  usage: '[--json]',
  options: {},
  async run(invocation) {
    const status = (await askRunningPlayer(invocation.config.dataDir, 'GET', '/api/status')) as Status;
    await answer(invocation, status, (columns) => statusText(status, columns));
    return 0;
  },
};
