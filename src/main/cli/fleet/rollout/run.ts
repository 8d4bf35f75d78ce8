import { message } from '../../../../shared/languages/message.ts';
import { VitrineError } from '../../../ground/errors.ts';
import { RolloutDesk } from '../../../operator/rollout-desk.ts';
import type { Command } from '../../command.ts';
import { deskNeeds, newRunner, planOf, takeOver } from './desk.ts';

export const command: Command = {
  name: 'fleet rollout run',
  summary: 'Continues a rollout whose runner has ended, or takes it over from another runner.',
  usage: '[--json]',
  options: {},
  details: `
The broker keeps the progress of the rollout, so nothing is lost or done twice. If several runners are started, the last one
continues and the others end.`,
  async run(invocation) {
    const desk = await RolloutDesk.open(deskNeeds(invocation));
    try {
      const plan = planOf(desk);
      if (plan.state !== 'running')
        throw new VitrineError(
          'permanent',
          plan.why === null
            ? message('rollout-over', { state: plan.state })
            : message('rollout-over.why', { state: plan.state, why: plan.why }),
          { remedy: message('rollout-over.resume') },
        );
      return await takeOver(invocation, desk, plan, newRunner());
    } finally {
      await desk.close();
    }
  },
};
