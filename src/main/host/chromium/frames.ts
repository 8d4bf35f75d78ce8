import type { Log } from '../../ground/log.ts';
import type { Cdp, CdpEvent } from './cdp.ts';
import type { PageGuard } from './page-guard.ts';

/** Frames and workers in processes of their own start paused, so that none runs unwatched. */
export const watchChildren = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

/** The frames and workers of one page that have their own process. */
export class Frames {
  readonly #cdp: Cdp;
  readonly #guard: PageGuard;
  readonly #log: Log;
  readonly #changed: (count: number) => void;
  /** Session → frame. */
  readonly #frames = new Map<string, string>();

  /** `changed`: the current number of them. */
  constructor(cdp: Cdp, guard: PageGuard, log: Log, changed: (count: number) => void) {
    this.#cdp = cdp;
    this.#guard = guard;
    this.#log = log;
    this.#changed = changed;
  }

  handle({ method, params, sessionId }: CdpEvent): void {
    // A frame target has the same id as its frame.
    if (method === 'Target.attachedToTarget') this.#watch(params.sessionId, params.targetInfo.targetId);
    if (method === 'Target.detachedFromTarget' && this.#frames.delete(params.sessionId))
      this.#changed(this.#frames.size);
    const frame = method === 'Inspector.targetCrashed' && this.#frames.get(sessionId ?? '');
    if (frame) this.#guard.frameCrashed(frame);
  }

  #watch(sessionId: string, frame: string): void {
    this.#frames.set(sessionId, frame);
    this.#changed(this.#frames.size);
    const session = this.#cdp.session(sessionId);
    this.#guard
      .watch(session, frame)
      .catch((error: unknown) => this.#log.debug('A frame ended at once', { error }));
    session.post('Target.setAutoAttach', watchChildren);
    session.post('Inspector.enable');
    session.post('Runtime.runIfWaitingForDebugger');
  }
}
