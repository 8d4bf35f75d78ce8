import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../ground/clock.ts';
import { stateIn } from './candidates.ts';
import { asTheDiskAllows } from './launched.ts';
import type { ReleaseId } from './state.ts';

/** Changes while the player lives. Null proves nothing for now; after `over` nothing is guarded any more. */
type Sign = number | null | 'over';

/**
 * Calls `end` when the sign has not changed for so long. Ticks are counted, as the wall clock may be set, and the other one goes
 * on in a Windows that sleeps. Returns what stops it.
 */
export function guard(clock: Clock, silenceMs: number, sign: () => Sign, end: () => void): () => void {
  const tickMs = Math.min(silenceMs, 10_000);
  let seen: Sign = null;
  let silentMs = 0;
  let cancel = clock.after(tickMs, look);
  return () => cancel();

  function look(): void {
    const now = sign();
    if (now === 'over') return;
    if (now !== null) {
      silentMs = now === seen ? silentMs + tickMs : 0;
      seen = now;
    }
    if (silentMs >= silenceMs) end();
    else cancel = clock.after(tickMs, look);
  }
}

/** In its trial a release touches a file as long as its engine judges it. */
export function lifeOfTrial(root: string, release: ReleaseId): () => Sign {
  return () => {
    const state = stateIn(root);
    if (state === null) return null;
    if (state.trial?.release !== release) return 'over';
    let at = 0;
    asTheDiskAllows(() => {
      at = statSync(join(root, 'alive'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    });
    return at;
  };
}

/** What a service manager hears elsewhere (`ground/sd-notify.ts`). Releases of earlier versions say nothing. */
export function lifeOf(child: ChildProcess): () => Sign {
  let count = 0;
  child.on('message', (text) => {
    if (/^(READY|WATCHDOG|EXTEND_TIMEOUT_USEC)=/m.test(String(text))) count++;
  });
  return () => count || null;
}
