import type { AccessReport } from '../../admin/access/lan-access.ts';
import type { SessionReport } from '../../admin/access/sessions.ts';
import { answer } from '../answer.ts';
import type { Command } from '../command.ts';
import { askRunningPlayer } from '../running-player.ts';
import { accessText } from './text.ts';

export const command: Command = {
  name: 'access status',
  summary:
    'Shows whether the status page is open to the network, its addresses and fingerprint, and who is logged in.',
  usage: '[--json]',
  options: {},
  async run(invocation) {
    const { dataDir } = invocation.config;
    const report = (await askRunningPlayer(dataDir, 'GET', '/api/access')) as AccessReport;
    const who = (await askRunningPlayer(dataDir, 'GET', '/api/access/sessions')) as readonly SessionReport[];
    const lines = who.map(
      ({ id, address, since, seen }) => `  ${id}  ${address}  since ${since}, last seen ${seen}\n`,
    );
    await answer(invocation, { ...report, who }, `${accessText(report)}${lines.join('')}`);
    return 0;
  },
};
