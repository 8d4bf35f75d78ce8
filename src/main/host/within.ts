import { type Clock, sleep } from '../clock.ts';
import { VitrineError } from '../errors.ts';

/** Says in the error that a wait was in vain. */
export function isSilence(error: unknown): boolean {
  return error instanceof VitrineError && error.code === 'browser-silent';
}

/** Every question to a browser has its time: one that is stopped or stuck never answers. */
export async function within<T>(clock: Clock, ms: number, what: string, answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const late = sleep(clock, ms, answered.signal).then(() => {
    throw new VitrineError('temporary', 'browser-silent', `The browser has not ${what} within ${ms} ms.`);
  });
  // The loser of the race may still fail; that must not be an unhandled rejection.
  late.catch(() => undefined);
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    answered.abort();
  }
}
