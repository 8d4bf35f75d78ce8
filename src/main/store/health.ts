import type { Log } from '../log.ts';

/** What a person should know of the disk: told by `status` and judged by `doctor`. */
export interface StoreHealth {
  /** `read-only`: the show goes on from memory and nothing is kept. */
  readonly state: 'good' | 'full' | 'failing' | 'read-only';
  /** What opening had to put right, oldest first. */
  readonly recovered: readonly { readonly at: number; readonly what: string; readonly detail: string }[];
  /** Showings that wait in memory for the disk, and those that had to be given up. */
  readonly proofWaiting: number;
  readonly proofLost: number;
}

export class Health {
  readonly #log: Log;
  readonly #recovered: { at: number; what: string; detail: string }[] = [];
  #state: StoreHealth['state'] = 'good';

  constructor(log: Log) {
    this.#log = log;
  }

  recovered(at: number, what: string, detail: string): void {
    this.#recovered.push({ at, what, detail });
    this.#log.warn(what, { detail });
  }

  is(state: StoreHealth['state'], detail: string): void {
    if (this.#state === 'read-only') return;
    this.#state = state;
    const level = state === 'good' ? 'info' : 'error';
    if (state !== 'good' || detail !== '') this.#log.state('disk', state, level, detail);
  }

  report(): Pick<StoreHealth, 'state' | 'recovered'> {
    return { state: this.#state, recovered: [...this.#recovered] };
  }
}
