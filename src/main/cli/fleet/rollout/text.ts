import { inEnglish, type Message } from '../../../../shared/languages/message.ts';
import type { Plan } from '../../../fleet/rollout.ts';
import { countsOf, type Progress, percent } from '../../../operator/rollout-judge.ts';
import { oneLine } from '../../text/table.ts';
import { stepText } from './steps.ts';

export function rolloutText(plan: Plan, progress: Progress, sentence: Message): string {
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
