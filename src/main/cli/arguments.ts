import { VitrineError } from '../errors.ts';
import type { Invocation } from './command.ts';

export function textOption({ values }: Invocation, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** The first word behind the command; the command table says how many there must be. */
export function firstWord({ positionals: [value] }: Invocation, what: string): string {
  if (value) return value;
  throw new VitrineError('usage', 'wrong-usage', `The ${what} is missing.`);
}
