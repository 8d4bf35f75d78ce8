import type { Invocation } from './command.ts';

/** What a command has to say: one JSON document for programs, else text for people. */
export function answer(
  { json, out }: Pick<Invocation, 'json' | 'out'>,
  value: unknown,
  text: string,
): Promise<void> {
  return out(json ? `${JSON.stringify(value, null, 2)}\n` : text);
}
