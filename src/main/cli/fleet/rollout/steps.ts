import { message } from '../../../../shared/languages/message.ts';
import { topicWordPattern } from '../../../config/topic-word.ts';
import { mostSteps, type Plan } from '../../../fleet/rollout.ts';
import { wrongUsage } from '../../arguments.ts';
import { shareOption } from '../../release/share.ts';

export const usualSteps = '1%,10%,50%,100%';

/** `pilot,10%,north:50%,100%`: a group, a share of all, or a share of a group. */
export function stepsOption(text: string): Plan['steps'] {
  const words = text.split(',').map((word) => word.trim());
  if (words.length > mostSteps) throw wrongUsage(message('wrong-usage.steps', { most: mostSteps }));
  return words.map((word) => {
    if (word.endsWith('%') && !word.includes(':')) return { group: null, share: Number(shareOption(word)) };
    const [, group, share = '100%'] = /^([^:]+)(?::([\d.]+%))?$/.exec(word) ?? [];
    if (group === undefined || !topicWordPattern.test(group))
      throw wrongUsage(message('wrong-usage.step', { value: word }));
    return { group, share: Number(shareOption(share)) };
  });
}

export function stepText({ group, share }: Plan['steps'][number]): string {
  const percent = `${Number((share * 100).toFixed(4))} %`;
  if (group === null) return `${percent} of all`;
  return share === 1 ? `all of ${group}` : `${percent} of ${group}`;
}
