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
          'rollout-over',
          `The rollout is ${plan.state}: ${plan.why ?? ''}`,
          {
            remedy: 'vitrine fleet rollout resume goes on with one that has stopped.',
          },
        );
      return await takeOver(invocation, desk, plan, newRunner());
    } finally {
      await desk.close();
    }
  },
};
