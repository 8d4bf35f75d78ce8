import type { AccessReport } from '../../admin/access/lan-access.ts';
import { answer } from '../answer.ts';
import type { Command } from '../command.ts';
import { askRunningPlayer } from '../running-player.ts';
import { accessText } from './text.ts';

export const command: Command = {
  name: 'access status',
  summary: 'Shows whether the status page is open to the network, its addresses and its fingerprint.',
  usage: '[--json]',
  options: {},
  async run(invocation) {
    const { dataDir } = invocation.config;
    const report = (await askRunningPlayer(dataDir, 'GET', '/api/access')) as AccessReport;
    await answer(invocation, report, accessText(report));
    return 0;
  },
};
