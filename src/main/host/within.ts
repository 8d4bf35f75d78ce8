import { message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { inTime } from '../ground/in-time.ts';

/** Says in the error that a wait was in vain. */
export function isSilence(error: unknown): boolean {
  return error instanceof VitrineError && error.code === 'browser-silent';
}

type Silence =
  | 'start'
  | 'window'
  | 'reload'
  | 'raise'
  | 'frame'
  | 'screenshot'
  | 'answer'
  | 'process'
  | 'network'
  | 'task';

/** Every question to a browser has its time: one that is stopped or stuck never answers. */
export function within<T>(clock: Clock, ms: number, what: Silence, answer: Promise<T>): Promise<T> {
  return inTime(
    clock,
    ms,
    answer,
    () => new VitrineError('temporary', message(`browser-silent.${what}`, { ms })),
  );
}
