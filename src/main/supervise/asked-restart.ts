import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../errors.ts';

/** What ends the player, to be started again; thrown is that nobody would start it. */
export function restarting(restart: (() => void) | null): () => void {
  if (restart) return restart;
  throw new VitrineError('permanent', message('not-supervised'));
}

/** The same, so that it starts as usual: what was kept of failed starts is forgotten. */
export function leavingSafeMode(
  restart: (() => void) | null,
  supervision: { leaveSafeMode(): boolean },
): () => void {
  const end = restarting(restart);
  if (supervision.leaveSafeMode()) return end;
  throw new VitrineError('permanent', message('not-in-safe-mode'));
}
