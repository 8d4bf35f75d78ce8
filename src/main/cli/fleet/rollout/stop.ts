import { inEnglish, message } from '../../../../shared/languages/message.ts';
import { RolloutDesk } from '../../../operator/rollout-desk.ts';
import type { Command } from '../../command.ts';
import { deskNeeds, newRunner, planOf, reportRollout } from './desk.ts';

const byHand = message('rollout.stopped.by-hand');

export const command: Command = {
  name: 'fleet rollout stop',
  summary: 'Stops a rollout: no further player starts. Running trials are still judged.',
  usage: '[--json]',
  options: {},
  async run(invocation) {
    const desk = await RolloutDesk.open(deskNeeds(invocation));
    try {
      let plan = planOf(desk);
      const by = newRunner();
      // The running console may write at the same moment: repeat the stop until it is the latest plan.
      while (plan.state === 'running') {
        await desk.write({ ...plan, state: 'stopped', why: inEnglish(byHand), by });
        await desk.settled();
        plan = planOf(desk);
      }
      // Possibly no console runs the rollout, so report the stop here.
      await desk.publishProgress(plan, desk.progress(plan), byHand);
      await reportRollout(invocation, desk, plan);
      return 0;
    } finally {
      await desk.close();
    }
  },
};
