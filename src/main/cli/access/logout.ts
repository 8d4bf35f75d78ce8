import { message } from '../../../shared/languages/message.ts';
import type { SessionReport } from '../../admin/access/sessions.ts';
import { answer } from '../answer.ts';
import { wrongUsage } from '../arguments.ts';
import type { Command } from '../command.ts';
import { askRunningPlayer } from '../running-player.ts';

export const command: Command = {
  name: 'access logout',
  summary: 'Ends the session of somebody who is logged in to the page, or of all.',
  usage: 'ID|all [--json]',
  options: {},
  positionals: { least: 1, most: 1 },
  details: `
vitrine access status lists the sessions with their ids.`,
  async run(invocation) {
    const [who = ''] = invocation.positionals;
    if (!/^([0-9a-f]{4,64}|all)$/.test(who)) throw wrongUsage(message('wrong-usage.session'));
    const fields = { id: who === 'all' ? null : who };
    const path = '/api/access/end';
    const { ended, sessions } = (await askRunningPlayer(invocation.config.dataDir, 'POST', path, fields)) as {
      readonly ended: number;
      readonly sessions: readonly SessionReport[];
    };
    await answer(
      invocation,
      { ended, sessions },
      `Logged out: ${ended}. Still logged in: ${sessions.length}.\n`,
    );
    return ended > 0 || who === 'all' ? 0 : 1;
  },
};
