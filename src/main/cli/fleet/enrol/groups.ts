import { message } from '../../../../shared/languages/message.ts';
import { topicWordPattern } from '../../../config/topic-word.ts';
import { textOption, wrongUsage } from '../../arguments.ts';
import type { Invocation } from '../../command.ts';

/** `--groups north,windows`. Refuses wildcards: they would grant access to the commands of other groups. */
export function groupsOption(invocation: Invocation): string[] {
  const groups = (textOption(invocation, 'groups') ?? '').split(',').filter((name) => name !== '');
  if (groups.length > 20 || groups.some((name) => !topicWordPattern.test(name)))
    throw wrongUsage(message('wrong-usage.groups'));
  return groups;
}
