import type { Log } from '../../ground/log.ts';
import { type Stick, unusedOf } from '../stick.ts';

export interface StickReader {
  /** Another text for other sticks; empty: there is none. */
  pluggedIn(): string;
  read(): Promise<readonly Stick[]>;
}

/** A stick in which nothing is found may not have been given to the reader yet. */
const mostInVain = 2;
/** One that is broken may keep a reader busy for long. */
const mostFailures = 3;

/** Sticks that nobody has mounted, read by the kiosk's own reader: a few times for each that is plugged in, not for ever. */
export class PluggedSticks {
  readonly #reader: StickReader;
  readonly #log: Log;
  /** At the last look. */
  #plugged = '';
  #found: Stick | null = null;
  #inVain = 0;
  #failures = 0;

  constructor(reader: StickReader, log: Log) {
    this.#reader = reader;
    this.#log = log;
  }

  /** What is plugged in now, is read at the next look at the earliest: the system is still getting to know it. */
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
      this.#found = unusedOf(await this.#reader.read());
      if (this.#found === null) this.#inVain++;
      this.#log.state('sticks', 'read', 'debug', 'Sticks are read');
    } catch (error) {
      this.#failures++;
      this.#log.state('sticks', 'unread', 'warn', 'A stick cannot be read', { error });
    }
  }
}
