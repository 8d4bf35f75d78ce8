import { VitrineError } from '../../../errors.ts';
import { RolloutDesk } from '../../../fleet/rollout-desk.ts';
import { isAboveLimit, percent } from '../../../fleet/rollout-judge.ts';
import { textOption } from '../../arguments.ts';
import type { Command } from '../../command.ts';
import { confirm, yesOption } from '../../confirm.ts';
import { shareOption } from '../../release/share.ts';
import { deskNeeds, newRunner, planOf, takeOver } from './desk.ts';

export const command: Command = {
  name: 'fleet rollout resume',
  summary: 'Goes on with a rollout that has stopped, by itself or by hand.',
  usage: '[--limit SHARE] [--yes] [--json]',
  options: { limit: { type: 'string' }, ...yesOption },
  details: `
--limit SHARE  so many of the trials may fail from now on, such as 12%. What failed before counts: one that has stopped at its limit
               wants a higher one`,
  async run(invocation) {
    const desk = await RolloutDesk.open(deskNeeds(invocation));
    try {
      const plan = planOf(desk);
      if (plan.state !== 'stopped')
        throw new VitrineError('permanent', 'rollout-not-stopped', `The rollout is ${plan.state}.`, {
          remedy: 'vitrine fleet rollout run goes on with one whose runner has died.',
        });
      const text = textOption(invocation, 'limit');
      const limit = text === undefined ? plan.limit : Number(shareOption(text));
      if (isAboveLimit(desk.progress(plan), limit))
        throw new VitrineError(
          'permanent',
          'rollout-above-limit',
          `It would stop again at once: more than ${percent(limit)} of the trials have failed. ${plan.why ?? ''}`,
          { remedy: 'Give a higher --limit, or publish a release that is mended and roll that out.' },
        );
      await confirm(invocation, () => `Go on with the rollout of ${plan.version}?`);
      return await takeOver(invocation, desk, { ...plan, limit, state: 'running', why: null }, newRunner());
    } finally {
      await desk.close();
    }
  },
};
