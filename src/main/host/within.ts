import { message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { inTime } from '../ground/in-time.ts';

/** Whether the error is a timeout of `within`. */
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

/** Every command to a browser has a timeout: a stopped or hung browser never answers. */
export function within<T>(clock: Clock, ms: number, what: Silence, answer: Promise<T>): Promise<T> {
  return inTime(
    clock,
    ms,
    answer,
    () => new VitrineError('temporary', message(`browser-silent.${what}`, { ms })),
  );
}
