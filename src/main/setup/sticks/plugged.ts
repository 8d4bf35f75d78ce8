import type { Log } from '../../ground/log.ts';
import { type Stick, unusedOf } from '../stick.ts';

export interface StickReader {
  /** A text that changes with the sticks; empty: none. */
  pluggedIn(): string;
  read(): Promise<readonly Stick[]>;
}

/** A stick without a file is retried: the reader may not have access to it yet. */
const mostInVain = 2;
/** A broken stick can block the reader for long. */
const mostFailures = 3;

/** Reads unmounted sticks through the kiosk's own reader: a few attempts for each stick, not endlessly. */
export class PluggedSticks {
  readonly #reader: StickReader;
  readonly #log: Log;
  /** At the last check. */
  #plugged = '';
  #found: Stick | null = null;
  #inVain = 0;
  #failures = 0;

  constructor(reader: StickReader, log: Log) {
    this.#reader = reader;
    this.#log = log;
  }

  /** A new stick is read at the next check at the earliest: the system is still setting it up. */
  async look(): Promise<Stick | null> {
    const plugged = this.#reader.pluggedIn();
    if (plugged !== this.#plugged) {
      this.#plugged = plugged;
      this.#found = null;
      this.#inVain = 0;
      this.#failures = 0;
    } else if (plugged !== '' && this.#mayRead) await this.#read();
    return this.#found;
  }

  get #mayRead(): boolean {
    return this.#found === null && this.#inVain < mostInVain && this.#failures < mostFailures;
  }

  async #read(): Promise<void> {
    try {
      const sticks = await this.#reader.read();
      this.#found = unusedOf(sticks.filter(({ isUnreadable }) => !isUnreadable));
      if (this.#found === null) this.#inVain++;
      // The same stick is another one when it is plugged in again.
      const unreadable = sticks.find(({ isUnreadable }) => isUnreadable);
      if (this.#inVain === mostInVain && unreadable !== undefined)
        this.#found = { ...unreadable, signature: `${unreadable.signature} ${this.#plugged}` };
      this.#log.state('sticks', 'read', 'debug', 'Sticks are read');
    } catch (error) {
      this.#failures++;
      this.#log.state('sticks', 'unread', 'warn', 'A stick cannot be read', { error });
    }
  }
}
