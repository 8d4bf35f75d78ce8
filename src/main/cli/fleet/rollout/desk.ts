import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { inEnglish } from '../../../../shared/languages/message.ts';
import { systemClock } from '../../../clock.ts';
import { VitrineError } from '../../../errors.ts';
import type { Plan } from '../../../fleet/rollout.ts';
import { type DeskNeeds, RolloutDesk } from '../../../fleet/rollout-desk.ts';
import { judged } from '../../../fleet/rollout-judge.ts';
import { runRollout } from '../../../fleet/rollout-run.ts';
import { answer } from '../../answer.ts';
import type { Invocation } from '../../command.ts';
import { oneLine } from '../../text/table.ts';
import { rolloutText } from './text.ts';

export function deskNeeds({ config, configSources }: Invocation): DeskNeeds {
  return { config, clock: systemClock, env: configSources.env ?? process.env };
}

export function newRunner(): string {
  return `${hostname().slice(0, 60)} ${randomUUID().slice(0, 8)}`;
}

export function planOf(desk: RolloutDesk): Plan {
  if (desk.plan !== null) return desk.plan;
  throw desk.isRubbish
    ? new VitrineError(
        'permanent',
        'rollout-rubbish',
        'What stands as the rollout of this fleet cannot be read.',
        {
          remedy: 'See who may write to $rollout/plan; vitrine fleet rollout start begins a new one.',
        },
      )
    : new VitrineError('permanent', 'no-rollout', 'This fleet has no rollout.', {
        remedy: 'vitrine fleet rollout start VERSION begins one.',
      });
}

/** Takes it over and runs it. It ends with an error when it is stopped, so that scripts see it. */
export async function takeOver(
  invocation: Invocation,
  desk: RolloutDesk,
  plan: Plan,
  by: string,
): Promise<number> {
  const { progress, signal } = invocation;
  const begun = await desk.write({ ...plan, by });
  const end = await runRollout(
    {
      ...deskNeeds(invocation),
      signal,
      by,
      tell: (sentence) => progress(`${oneLine(inEnglish(sentence))}\n`),
    },
    desk,
    begun,
  );
  if (end.state === 'running') {
    progress('The rollout stays as it is. vitrine fleet rollout run goes on with it.\n');
    return 1;
  }
  const last = await RolloutDesk.open(deskNeeds(invocation));
  try {
    await tellRollout(invocation, last, end);
  } finally {
    await last.close();
  }
  if (end.state === 'done') return 0;
  throw new VitrineError(
    'permanent',
    'rollout-stopped',
    `The rollout has stopped: ${oneLine(end.why ?? 'by hand.')}`,
    {
      remedy:
        'vitrine fleet list and show say what became of players; vitrine fleet rollout resume goes on, with --limit where more may fail.',
    },
  );
}

export async function tellRollout(invocation: Invocation, desk: RolloutDesk, plan: Plan): Promise<void> {
  const progress = desk.progress(plan);
  const { sentence } = judged(plan, progress, systemClock.now());
  await answer(invocation, { plan, progress, sentence }, rolloutText(plan, progress, sentence));
}
