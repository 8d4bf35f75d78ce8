import type { AccessReport } from '../../admin/access/lan-access.ts';
import { answer } from '../answer.ts';
import type { Command } from '../command.ts';
import { askRunningPlayer } from '../running-player.ts';
import { accessText } from './text.ts';

export const command: Command = {
  name: 'access status',
  summary: 'Whether the status page can be reached from the network, where, and with which fingerprint.',
  usage: '[--json]',
  options: {},
  async run(invocation) {
    const { dataDir } = invocation.config;
    const report = (await askRunningPlayer(dataDir, 'GET', '/api/access')) as AccessReport;
    await answer(invocation, report, accessText(report));
    return 0;
  },
};
