import type { VitrineError } from '../errors.ts';
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

const failing = new Set(['disk-error', 'disk-read-only', 'disk-refused', 'database-damaged']);

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

  /** Opened from a disk that takes nothing: that stays so until the next start. */
  readOnly(detail: string): void {
    this.#state = 'read-only';
    this.#log.state('disk', 'read-only', 'error', detail);
  }

  full(detail: string): void {
    if (this.#state === 'read-only') return;
    this.#state = 'full';
    this.#log.state('disk', 'full', 'error', detail);
  }

  failed(error: VitrineError): void {
    if (error.code === 'disk-full') this.full(error.message);
    if (this.#state === 'read-only' || !failing.has(error.code)) return;
    this.#state = 'failing';
    this.#log.state('disk', error.code, 'error', error.message);
  }

  /** Something that writes went well. */
  good(): void {
    if (this.#state === 'good' || this.#state === 'read-only') return;
    this.#state = 'good';
    this.#log.state('disk', 'good', 'info', 'The disk is good again');
  }

  report(): Pick<StoreHealth, 'state' | 'recovered'> {
    return { state: this.#state, recovered: [...this.#recovered] };
  }
}
