import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

interface TellingsNeeds<Row> {
  readonly clock: Clock;
  readonly log: Log;
  /** What is still to be told, the oldest first. */
  rows(): Promise<readonly Row[]>;
  /** Rejects when the broker does not have it. */
  tell(row: Row): Promise<void>;
  /** The broker has these. */
  told(rows: readonly Row[]): Promise<void>;
  isConnected(): boolean;
}

const againMs = 5_000;

/** Tells what is kept until the broker has it, in order, over outages and restarts. */
export class Tellings<Row> {
  readonly #needs: TellingsNeeds<Row>;
  #isBusy = false;
  /** Something came while it was busy. */
  #isWanted = false;
  #cancel: () => void = () => undefined;

  constructor(needs: TellingsNeeds<Row>) {
    this.#needs = needs;
  }

  /** There is something to tell, or somebody to tell it to. */
  wake(): void {
    this.#isWanted = true;
    if (!this.#isBusy && this.#needs.isConnected()) void this.#tell();
  }

  stop(): void {
    this.#cancel();
  }

  async #tell(): Promise<void> {
    const { rows, tell, told, isConnected, clock, log } = this.#needs;
    this.#isBusy = true;
    this.#cancel();
    try {
      while (this.#isWanted && isConnected()) {
        this.#isWanted = false;
        const waiting = await rows();
        for (const row of waiting) await tell(row);
        if (waiting.length === 0) continue;
        await told(waiting);
        this.#isWanted = true;
      }
    } catch (error) {
      log.debug('not everything could be told to the fleet', { error });
      this.#isWanted = true;
      this.#cancel = clock.after(againMs, () => this.wake());
    } finally {
      this.#isBusy = false;
    }
  }
}
