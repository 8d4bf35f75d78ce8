import { type Message, message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Invocation } from './command.ts';

export function textOption({ values }: Invocation, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** The first word after the command's name. */
export function firstWord({ positionals: [value] }: Invocation, what: string): string {
  if (value) return value;
  throw wrongUsage(message('wrong-usage.missing', { what }));
}

/** A usage error: exit code 2. */
export function wrongUsage(mistake: Message): VitrineError {
  return new VitrineError('usage', mistake);
}
