import type { Clock } from '../ground/clock.ts';

/** Those who ask while an answer is being made get that one; for `keptMs` also those who ask soon after. */
export function shared<Answer>(
  ask: (id: string) => Promise<Answer>,
  kept: { readonly clock: Clock; readonly ms: number } | null,
): (id: string) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>();
  return (id) => {
    const before = asked.get(id);
    if (before) return before;
    const forget = (): void => void asked.delete(id);
    const answer = ask(id);
    asked.set(id, answer);
    answer.then(() => (kept ? kept.clock.after(kept.ms, forget) : forget()), forget);
    return answer;
  };
}
