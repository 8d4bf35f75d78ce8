import type { Status } from '../report/status.ts';
import { answer } from './answer.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';
import { serviceStates, serviceText } from './service.ts';
import { statusText } from './text/status.ts';

export const command: Command = {
  name: 'status',
  summary: 'Shows what the running player plays and its state.',
  usage: '[--json]',
  options: {},
  async run(invocation) {
    const status = (await askRunningPlayer(invocation.config.dataDir, 'GET', '/api/status')) as Status;
    const services = await serviceStates(invocation.configSources.env ?? process.env);
    await answer(invocation, { ...status, services }, (columns) =>
      [serviceText(services), statusText(status, columns)].join(''),
    );
    return 0;
  },
};
