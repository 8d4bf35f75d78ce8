import type { Status } from '../../report/status.ts';
import { answer } from '../answer.ts';
import type { Command } from '../command.ts';
import { askRunningPlayer } from '../running-player.ts';
import { updateText } from './text.ts';

export const command: Command = {
  name: 'update status',
  summary: 'Shows the running release, the next one, and the results of earlier trials.',
  usage: '[--json]',
  options: {},
  async run(invocation) {
    const { update, version } = (await askRunningPlayer(
      invocation.config.dataDir,
      'GET',
      '/api/status',
    )) as Status;
    await answer(invocation, update, updateText(update, version));
    return 0;
  },
};
