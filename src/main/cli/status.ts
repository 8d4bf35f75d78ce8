import type { Status } from '../report/status.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';
import { statusText } from './status-text.ts';

export const statusCommand: Command = {
  name: 'status',
  summary: 'What the running player shows, and how it is doing.',
  usage: '[--json]',
  options: {},
  async run({ config, json, out }) {
    const status = (await askRunningPlayer(config.dataDir, 'GET', '/api/status')) as Status;
    out(json ? `${JSON.stringify(status, null, 2)}\n` : statusText(status));
    return 0;
  },
};
