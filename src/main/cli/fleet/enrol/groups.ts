import { topicWordPattern } from '../../../config/topic-word.ts';
import { textOption, wrongUsage } from '../../arguments.ts';
import type { Invocation } from '../../command.ts';

/** `--groups north,windows`. A name with a wildcard would be a right to hear the commands of others. */
export function groupsOption(invocation: Invocation): string[] {
  const groups = (textOption(invocation, 'groups') ?? '').split(',').filter((name) => name !== '');
  if (groups.length > 20 || groups.some((name) => !topicWordPattern.test(name)))
    throw wrongUsage('--groups takes up to 20 names, such as north,windows.');
  return groups;
}
