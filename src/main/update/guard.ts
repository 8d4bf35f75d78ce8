import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../ground/clock.ts';
import { stateIn } from './candidates.ts';
import type { ReleaseId } from './state.ts';

interface GuardNeeds {
  readonly root: string;
  readonly clock: Clock;
  /** A trial without a sign of life for this long has hung. */
  readonly silenceMs: number;
}

/** Calls `end` when this release hangs in its trial. Returns what stops the guard. */
export function guard({ root, clock, silenceMs }: GuardNeeds, release: ReleaseId, end: () => void) {
  const tickMs = Math.min(silenceMs, 10_000);
  // By the monotonic clock: the wall clock may be set.
  let seen = { alive: aliveAt(), at: clock.monotonic() };
  let cancel = clock.after(tickMs, look);
  return (): void => cancel();

  function look(): void {
    const state = stateIn(root);
    // A state that cannot be read now proves nothing.
    if (state !== null && state.trial?.release !== release) return;
    const alive = aliveAt();
    if (alive !== seen.alive) seen = { alive, at: clock.monotonic() };
    if (state !== null && clock.monotonic() - seen.at >= silenceMs) end();
    else cancel = clock.after(tickMs, look);
  }

  function aliveAt(): number {
    return statSync(join(root, 'alive'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }
}
