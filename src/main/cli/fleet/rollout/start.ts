import { randomUUID } from 'node:crypto';
import { message } from '../../../../shared/languages/message.ts';
import type { Plan } from '../../../fleet/rollout.ts';
import { systemClock } from '../../../ground/clock.ts';
import { VitrineError } from '../../../ground/errors.ts';
import { RolloutDesk } from '../../../operator/rollout-desk.ts';
import { isVersion } from '../../../release/release.ts';
import { firstWord, textOption, wrongUsage } from '../../arguments.ts';
import type { Command } from '../../command.ts';
import { confirm, yesOption } from '../../confirm.ts';
import { durationIn } from '../../duration.ts';
import { shareOption } from '../../release/share.ts';
import { playerCount } from '../text.ts';
import { deskNeeds, newRunner, takeOver } from './desk.ts';
import { stepsOption, stepText, usualSteps } from './steps.ts';

export const command: Command = {
  name: 'fleet rollout start',
  summary: 'Rolls a release out to the fleet step by step, and stops when too many trials fail.',
  usage:
    'VERSION [--steps STEPS] [--limit SHARE] [--enough SHARE] [--rest TIME] [--spread TIME] [--window] [--lost TIME] [--yes] [--json]',
  options: {
    steps: { type: 'string' },
    limit: { type: 'string' },
    enough: { type: 'string' },
    rest: { type: 'string' },
    spread: { type: 'string' },
    window: { type: 'boolean' },
    lost: { type: 'string' },
    ...yesOption,
  },
  positionals: { least: 1, most: 1 },
  details: `
--steps STEPS   the players that each step adds, default ${usualSteps}: a share of all, a group, or a share of a group, such as
                pilot,north:10%,north,100%
--limit SHARE   the share of trials that may fail, default 5%. Above it the rollout stops and no further player starts. It applies
                to all players so far, and to those of the current step
--enough SHARE  the share that must have finished before the next step, default 80%: of all players so far, and of those of the
                current step. No player may be on trial then
--rest TIME     the pause after a finished step, default 10m
--spread TIME   the time over which the players of a step start, default 10m
--window        each player switches in its own update window (update.window) instead of at once
--lost TIME     a player on trial that is silent for so long has failed, default 1h

Players take the release from where they take all (update.url), and verify and judge it as always; the share that its publisher
gives does not count. Publish it with a share of 0%, so that they do not take it by themselves before.
This command runs the rollout until it is through. It may be ended or die at any moment: the broker keeps how far it is, and
vitrine fleet rollout run continues it, here or elsewhere. No players are added while it does not run.
Ends with 0 when it is through, with 1 when it has stopped.`,
  async run(invocation) {
    const version = firstWord(invocation, 'version');
    if (!isVersion(version)) throw wrongUsage(message('wrong-usage.version', { value: version }));
    const share = (name: string, usual: string): number =>
      Number(shareOption(textOption(invocation, name) ?? usual));
    const seconds = (name: string, usual: string): number => {
      const all = durationIn(textOption(invocation, name) ?? usual) / 1000;
      if (all > 30 * 86_400) throw wrongUsage(message('wrong-usage.too-long', { option: `--${name}` }));
      return all;
    };
    const by = newRunner();
    const plan: Plan = {
      id: randomUUID(),
      version,
      state: 'running',
      why: null,
      step: 0,
      settledAt: null,
      by,
      revision: 0,
      steps: stepsOption(textOption(invocation, 'steps') ?? usualSteps),
      limit: share('limit', '5%'),
      enough: share('enough', '80%'),
      restSeconds: seconds('rest', '10m'),
      spreadSeconds: seconds('spread', '10m'),
      lostSeconds: seconds('lost', '1h'),
      when: invocation.values.window === true ? 'window' : 'now',
      players: 0,
      startedAt: new Date(systemClock.now()).toISOString(),
    };
    const desk = await RolloutDesk.open(deskNeeds(invocation));
    try {
      nothingRuns(desk);
      if (desk.players === 0) throw wrongUsage(message('wrong-usage.no-players'));
      await confirm(
        invocation,
        () => `Roll ${version} out to ${plan.steps.map(stepText).join(', ')} (${playerCount(desk.players)})?`,
      );
      // The prompt may have been open for hours: another console may have started a rollout.
      await desk.settled();
      nothingRuns(desk);
      return await takeOver(invocation, desk, { ...plan, players: desk.players }, by);
    } finally {
      await desk.close();
    }
  },
};

function nothingRuns({ plan }: RolloutDesk): void {
  if (plan?.state === 'running') throw running(plan.version);
}

function running(version: string): VitrineError {
  return new VitrineError('permanent', message('rollout-running', { version }));
}
