import type { Plan } from '../../../fleet/rollout.ts';
import { countsText, type Progress, percent } from '../../../fleet/rollout-judge.ts';
import { oneLine } from '../../text/table.ts';
import { stepText } from './steps.ts';

export function rolloutText(plan: Plan, progress: Progress, sentence: string): string {
  const { version, state, steps, step, limit, startedAt, why } = plan;
  const rows = [
    ['rollout', `${version}, ${state}, since ${startedAt}`],
    ['steps', steps.map((each, at) => `${at === step ? '> ' : ''}${stepText(each)}`).join(', ')],
    ['players', `${countsText(progress.all, progress.codes)}; ${progress.players} in the fleet`],
    ['limit', `${percent(limit)} of the trials may fail`],
    ['now', why ?? sentence],
  ] as const;
  return rows.map(([name, value]) => `${name.padEnd(8)}  ${oneLine(value)}\n`).join('');
}
