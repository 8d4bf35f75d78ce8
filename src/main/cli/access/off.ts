import type { AccessReport } from '../../admin/access/lan-access.ts';
import { answer } from '../answer.ts';
import type { Command } from '../command.ts';
import { askRunningPlayer } from '../running-player.ts';
import { accessText } from './text.ts';

export const command: Command = {
  name: 'access off',
  summary: 'Closes the status page to the network and ends all sessions.',
  usage: '[--json]',
  options: {},
  async run(invocation) {
    const { dataDir } = invocation.config;
    const report = (await askRunningPlayer(dataDir, 'POST', '/api/access/off')) as AccessReport;
    await answer(invocation, report, accessText(report));
    return 0;
  },
};
