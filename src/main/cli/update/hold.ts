import { inEnglish } from '../../../shared/languages/message.ts';
import type { UpdateStatus } from '../../update/update-status.ts';
import { answer } from '../answer.ts';
import type { Command } from '../command.ts';
import { askRunningPlayer } from '../running-player.ts';

export const command: Command = {
  name: 'update hold',
  summary: 'Pauses updates until vitrine update resume.',
  usage: '[--json]',
  options: {},
  async run(invocation) {
    const { dataDir } = invocation.config;
    const update = (await askRunningPlayer(dataDir, 'POST', '/api/update/hold?held=true')) as UpdateStatus;
    await answer(invocation, update, `${inEnglish(update.sentence)}\n`);
    return 0;
  },
};
