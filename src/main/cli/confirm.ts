import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Command, Invocation } from './command.ts';

/** For commands that prompt before they act. */
export const yesOption = { yes: { type: 'boolean', short: 'y' } } as const satisfies Command['options'];

/** Returns after yes or `--yes`. Throws otherwise, also without a terminal. */
export async function confirm(
  { values, ask }: Pick<Invocation, 'values' | 'ask'>,
  question: () => string | Promise<string>,
): Promise<void> {
  if (values.yes === true || (await ask(await question()))) return;
  throw new VitrineError('permanent', message('not-confirmed'));
}
