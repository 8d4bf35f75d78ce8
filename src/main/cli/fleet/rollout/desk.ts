import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { inEnglish, type Message, message } from '../../../../shared/languages/message.ts';
import type { Plan } from '../../../fleet/rollout.ts';
import { systemClock } from '../../../ground/clock.ts';
import { VitrineError } from '../../../ground/errors.ts';
import { type DeskNeeds, RolloutDesk } from '../../../operator/rollout-desk.ts';
import { countsOf, judged, type Progress, percent } from '../../../operator/rollout-judge.ts';
import { runRollout } from '../../../operator/rollout-run.ts';
import { answer } from '../../answer.ts';
import type { Invocation } from '../../command.ts';
import { oneLine } from '../../text/table.ts';
import { stepText } from './steps.ts';

export function deskNeeds({ config, configSources }: Invocation): DeskNeeds {
  return { config, clock: systemClock, env: configSources.env ?? process.env };
}

export function newRunner(): string {
  return `${hostname().slice(0, 60)} ${randomUUID().slice(0, 8)}`;
}

export function planOf(desk: RolloutDesk): Plan {
  if (desk.plan !== null) return desk.plan;
  throw desk.isUnreadable
    ? new VitrineError('permanent', message('rollout-rubbish'))
    : new VitrineError('permanent', message('no-rollout'));
}

/** Takes the rollout over and runs it. Throws when it is stopped, so that scripts see a failure. */
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
      report: (sentence) => progress(`${oneLine(inEnglish(sentence))}\n`),
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
    await reportRollout(invocation, last, end);
  } finally {
    await last.close();
  }
  if (end.state === 'done') return 0;
  throw new VitrineError(
    'permanent',
    end.why === null ? message('rollout-stopped') : message('rollout-stopped.why', { why: oneLine(end.why) }),
    { remedy: message('rollout-stopped.resume') },
  );
}

export async function reportRollout(invocation: Invocation, desk: RolloutDesk, plan: Plan): Promise<void> {
  const progress = desk.progress(plan);
  const { sentence } = judged(plan, progress, systemClock.now());
  await answer(invocation, { plan, progress, sentence }, rolloutText(plan, progress, sentence));
}

function rolloutText(plan: Plan, progress: Progress, sentence: Message): string {
  const { version, state, steps, step, limit, startedAt, why } = plan;
  const rows = [
    ['rollout', `${version}, ${state}, since ${startedAt}`],
    ['steps', steps.map((each, at) => `${at === step ? '> ' : ''}${stepText(each)}`).join(', ')],
    ['players', `${inEnglish(countsOf(progress.all, progress.codes))}; ${progress.players} in the fleet`],
    ['limit', `${percent(limit)} of the trials may fail`],
    ['now', why ?? inEnglish(sentence)],
  ] as const;
  return rows.map(([name, value]) => `${name.padEnd(8)}  ${oneLine(value)}\n`).join('');
}
