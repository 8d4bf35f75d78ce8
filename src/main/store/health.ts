import { inEnglish, type Message } from '../../shared/languages/message.ts';
import type { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';

/** The state of the disk, for `status` and `doctor`. */
export interface StoreHealth {
  /** In `read-only` the show goes on from memory, and nothing is stored. */
  readonly state: 'good' | 'full' | 'failing' | 'read-only';
  /** Repairs, the oldest first. */
  readonly recovered: readonly { readonly at: number; readonly what: Message }[];
  /** Showings that wait in memory for the disk, and dropped ones. */
  readonly proofWaiting: number;
  readonly proofLost: number;
}

const failing = new Set(['disk-error', 'disk-read-only', 'disk-refused', 'database-damaged']);

export class DiskHealth {
  readonly #log: Log;
  readonly #recovered: { at: number; what: Message }[] = [];
  #state: StoreHealth['state'] = 'good';

  constructor(log: Log) {
    this.#log = log;
  }

  recovered(at: number, what: Message): void {
    this.#recovered.push({ at, what });
    this.#log.warn(inEnglish(what));
  }

  /** The disk rejects writes: the store runs in memory. */
  readOnly(error: VitrineError): void {
    this.#state = 'read-only';
    const detail = 'The show goes on from memory, and nothing is stored';
    this.#log.state('disk', error.code, 'error', `${error.message} ${detail}`, { error });
  }

  writable(): void {
    this.#state = 'good';
    this.#log.state('disk', 'good', 'info', 'The disk accepts writes again');
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

  /** A write succeeded, which proves nothing about space. */
  written(): void {
    if (this.#state === 'failing') this.writable();
  }

  /** There is space again, and the reserve is restored. */
  spacious(): void {
    if (this.#state === 'full') this.writable();
  }

  report(): Pick<StoreHealth, 'state' | 'recovered'> {
    return { state: this.#state, recovered: [...this.#recovered] };
  }
}
