import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';

/** Answers how to end the player for a restart. Throws where nothing would restart it. */
export function restarting(restart: (() => void) | null): () => void {
  if (restart) return restart;
  throw new VitrineError('permanent', message('not-supervised'));
}

/** The same for a normal start: the count of failed starts is reset. */
export function leavingSafeMode(
  restart: (() => void) | null,
  supervision: { leaveSafeMode(): boolean },
): () => void {
  const end = restarting(restart);
  if (supervision.leaveSafeMode()) return end;
  throw new VitrineError('permanent', message('not-in-safe-mode'));
}
