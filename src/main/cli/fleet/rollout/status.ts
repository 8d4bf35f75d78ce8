import { RolloutDesk } from '../../../operator/rollout-desk.ts';
import type { Command } from '../../command.ts';
import { deskNeeds, planOf, reportRollout } from './desk.ts';

export const command: Command = {
  name: 'fleet rollout status',
  summary: 'Shows the progress of the rollout, its failures and what it waits for.',
  usage: '[--json]',
  options: {},
  async run(invocation) {
    const desk = await RolloutDesk.open(deskNeeds(invocation));
    try {
      await reportRollout(invocation, desk, planOf(desk));
      return 0;
    } finally {
      await desk.close();
    }
  },
};
