import { VitrineError } from '../errors.ts';

/** What ends the player, to be started again; thrown is that nobody would start it. */
export function restarting(restart: (() => void) | null): () => void {
  if (restart) return restart;
  throw new VitrineError('permanent', 'not-supervised', 'Nobody would start this player again.', {
    remedy: 'Run it as a service, or set VITRINE_SUPERVISED=1 where somebody does.',
  });
}

/** The same, so that it starts as usual: what was kept of failed starts is forgotten. */
export function leavingSafeMode(
  restart: (() => void) | null,
  supervision: { leaveSafeMode(): boolean },
): () => void {
  const end = restarting(restart);
  if (supervision.leaveSafeMode()) return end;
  throw new VitrineError('permanent', 'not-in-safe-mode', 'It is not in safe mode.', {
    remedy: 'Nothing is to be done: vitrine health says how it is.',
  });
}
