import { message } from '../../../../shared/languages/message.ts';
import type { Plan } from '../../../fleet/rollout.ts';
import { VitrineError } from '../../../ground/errors.ts';
import { RolloutDesk } from '../../../operator/rollout-desk.ts';
import { isAboveLimit } from '../../../operator/rollout-judge.ts';
import { textOption } from '../../arguments.ts';
import type { Command, Invocation } from '../../command.ts';
import { confirm, yesOption } from '../../confirm.ts';
import { shareOption } from '../../release/share.ts';
import { deskNeeds, newRunner, planOf, takeOver } from './desk.ts';

export const command: Command = {
  name: 'fleet rollout resume',
  summary: 'Continues a rollout that has stopped or was stopped manually.',
  usage: '[--limit SHARE] [--yes] [--json]',
  options: { limit: { type: 'string' }, ...yesOption },
  details: `
--limit SHARE  the share of trials that may fail from now on, such as 12%. Earlier failures count: a rollout that stopped at its
               limit needs a higher one`,
  async run(invocation) {
    const desk = await RolloutDesk.open(deskNeeds(invocation));
    try {
      const before = stopped(invocation, desk);
      await confirm(invocation, () => `Continue the rollout of ${before.version}?`);
      // The prompt may have been open for hours: read the current plan.
      await desk.settled();
      const plan = stopped(invocation, desk);
      if (plan.id !== before.id) throw new VitrineError('permanent', message('rollout-taken'));
      return await takeOver(invocation, desk, { ...plan, state: 'running', why: null }, newRunner());
    } finally {
      await desk.close();
    }
  },
};

/** The stopped plan with its new limit. Throws if it cannot resume. */
function stopped(invocation: Invocation, desk: RolloutDesk): Plan {
  const plan = planOf(desk);
  if (plan.state !== 'stopped')
    throw new VitrineError('permanent', message('rollout-not-stopped', { state: plan.state }));
  const text = textOption(invocation, 'limit');
  const limit = text === undefined ? plan.limit : Number(shareOption(text));
  if (!isAboveLimit(desk.progress(plan), limit)) return { ...plan, limit };
  throw new VitrineError('permanent', message('rollout-above-limit', { limit }));
}
