import { readable } from '../../shared/languages/message.ts';
import type { Invocation } from './command.ts';
import { fitted } from './text/fitted.ts';

/** Prints a command's answer: one JSON document with `--json`, otherwise text as wide as the terminal. */
export function answer(
  { json, out, columns }: Pick<Invocation, 'json' | 'out' | 'columns'>,
  value: unknown,
  text: string | ((columns: number) => string),
): Promise<void> {
  if (json) return out(`${JSON.stringify(readable(value), null, 2)}\n`);
  return out(fitted(typeof text === 'string' ? text : text(columns), columns));
}
