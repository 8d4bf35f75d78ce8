import { VitrineError } from '../ground/errors.ts';

const away = new Set(['engine-gone', 'engine-closed', 'engine-silent']);

/** Whether the engine's thread has ended, is restarting or does not answer: it may soon be back. */
export function isAway(error: unknown): boolean {
  return error instanceof VitrineError && away.has(error.code);
}

/** It has begun, and is still opening its store. */
export function isOpening(error: unknown): boolean {
  return error instanceof VitrineError && error.code === 'engine-closed';
}
