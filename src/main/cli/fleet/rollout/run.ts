import { message } from '../../../../shared/languages/message.ts';
import { VitrineError } from '../../../errors.ts';
import { RolloutDesk } from '../../../fleet/rollout-desk.ts';
import type { Command } from '../../command.ts';
import { deskNeeds, newRunner, planOf, takeOver } from './desk.ts';

export const command: Command = {
  name: 'fleet rollout run',
  summary: 'Goes on with a rollout whose runner has died, or takes it over from one that lives.',
  usage: '[--json]',
  options: {},
  details: `
Nothing is lost and nothing is done twice: the broker keeps how far the rollout is. Of several that run it the last one goes on,
and the others end.`,
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
