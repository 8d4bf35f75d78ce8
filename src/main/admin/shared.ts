import type { Clock } from '../ground/clock.ts';

/** Shares one answer between concurrent callers, and with callers within `kept.ms` after it. */
export function shared<Answer>(
  make: (id: string) => Promise<Answer>,
  kept: { readonly clock: Clock; readonly ms: number } | null,
): (id: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (id) => {
    const before = answers.get(id);
    if (before) return before;
    const forget = (): void => void answers.delete(id);
    const answer = make(id);
    answers.set(id, answer);
    answer.then(() => (kept ? kept.clock.after(kept.ms, forget) : forget()), forget);
    return answer;
  };
}
