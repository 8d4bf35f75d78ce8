import { message } from '../../shared/languages/message.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { inTime } from '../ground/in-time.ts';

/** What waits for a disk or a sensor that hangs may never answer: a later caller makes it anew. */
const longestMs = 180_000;

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
    const answer = inTime(kept?.clock ?? systemClock, longestMs, make(id), () => tooLong(longestMs));
    answers.set(id, answer);
    answer.then(() => (kept ? kept.clock.after(kept.ms, forget) : forget()), forget);
    return answer;
  };
}

export function tooLong(most: number): VitrineError {
  return new VitrineError('temporary', message('too-long', { most }));
}
