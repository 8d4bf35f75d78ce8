import type { Clock } from '../clock.ts';
import { VitrineError } from '../errors.ts';
import { inTime } from '../in-time.ts';

/** Says in the error that a wait was in vain. */
export function isSilence(error: unknown): boolean {
  return error instanceof VitrineError && error.code === 'browser-silent';
}

/** Every question to a browser has its time: one that is stopped or stuck never answers. */
export function within<T>(clock: Clock, ms: number, what: string, answer: Promise<T>): Promise<T> {
  return inTime(
    clock,
    ms,
    answer,
    () => new VitrineError('temporary', 'browser-silent', `The browser has not ${what} within ${ms} ms.`),
  );
}
