import type { Reference } from '../command.ts';

/** By what has been typed, the words that may follow. */
export function nextWords(commands: Reference['commands']): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { name } of commands) {
    const words = name.split(' ');
    for (const [index, word] of words.entries()) {
      const typed = words.slice(0, index).join(' ');
      found.set(typed, (found.get(typed) ?? new Set()).add(word));
    }
  }
  return new Map([...found].sort().map(([typed, words]) => [typed, [...words].sort()]));
}
