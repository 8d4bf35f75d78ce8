import { type Clock, sleep } from '../../clock.ts';
import { VitrineError } from '../../errors.ts';

/** A browser that is stopped or stuck answers nothing, for ever: whoever asks it something says how long it may take. */
export async function within<T>(clock: Clock, ms: number, what: string, answer: Promise<T>): Promise<T> {
  const abort = new AbortController();
  const late = sleep(clock, ms, abort.signal).then(() => {
    throw new VitrineError('temporary', 'browser-silent', `The browser has not ${what} within ${ms} ms.`);
  });
  // Lost by whoever comes second: neither is an unhandled rejection.
  late.catch(() => undefined);
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    abort.abort();
  }
}
