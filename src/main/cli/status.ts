import { askPlayer } from '../admin/client.ts';
import { VitrineError } from '../errors.ts';
import type { Status } from '../report/status.ts';
import type { Command } from './command.ts';
import { statusText } from './status-text.ts';

export const statusCommand: Command = {
  name: 'status',
  summary: 'What the running player shows, and how it is doing.',
  usage: '[--json]',
  options: {},
  async run({ config, json, out }) {
    const status = (await askPlayer(config.dataDir, 'GET', '/api/status')) as Status | null;
    if (status === null) {
      throw new VitrineError('permanent', 'not-running', `No player runs on ${config.dataDir}.`, {
        remedy: 'Start it with vitrine run.',
      });
    }
    out(json ? `${JSON.stringify(status, null, 2)}\n` : statusText(status));
    return 0;
  },
};
