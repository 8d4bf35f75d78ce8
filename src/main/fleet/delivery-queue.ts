import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { type Backoff, doubledMs } from '../ground/retry.ts';
import { LinkRefusal } from './connection.ts';
import { isAboutSize } from './link-fault.ts';

interface DeliveryQueueNeeds<Row> {
  readonly clock: Clock;
  readonly log: Log;
  /** Undelivered rows, the oldest first. */
  rows(): Promise<readonly Row[]>;
  /** Rejects until the broker has the row. `isShort`: send less, the broker refused the whole row. */
  deliver(row: Row, isShort: boolean): Promise<void>;
  /** Called once the broker has acknowledged these rows. */
  markDelivered(rows: readonly Row[]): Promise<void>;
  isConnected(): boolean;
}

const backoff: Backoff = { firstMs: 5_000, mostMs: 300_000 };
/** Some brokers end the connection over a message that is too large, and give no reason: after so many failures the row is sent shortened. */
const mostWholeTries = 3;

/** Delivers persisted rows to the broker in order, across outages and restarts. */
export class DeliveryQueue<Row> {
  readonly #needs: DeliveryQueueNeeds<Row>;
  #isBusy = false;
  /** `wake` was called during a delivery. */
  #isWanted = false;
  /** How often the oldest row was refused or ended the link. */
  #failures = 0;
  #isShort = false;
  #cancel: () => void = () => undefined;

  constructor(needs: DeliveryQueueNeeds<Row>) {
    this.#needs = needs;
  }

  /** Call when a row was added and when the link opens. */
  wake(): void {
    this.#isWanted = true;
    if (!this.#isBusy && this.#needs.isConnected()) void this.#deliver();
  }

  stop(): void {
    this.#cancel();
  }

  async #deliver(): Promise<void> {
    const { rows, isConnected, clock, log } = this.#needs;
    this.#isBusy = true;
    this.#cancel();
    try {
      while (this.#isWanted && isConnected()) {
        this.#isWanted = false;
        const waiting = await rows();
        if (waiting.length === 0) continue;
        await this.#deliverAll(waiting);
        this.#isWanted = true;
      }
    } catch (error) {
      log.debug('not every row was delivered to the fleet', { error });
      this.#isWanted = true;
      this.#cancel = clock.after(doubledMs(Math.max(0, this.#failures - 1), backoff), () => this.wake());
    } finally {
      this.#isBusy = false;
    }
  }

  /** Marks acknowledged rows even when a later one fails, so that no row is sent twice. */
  async #deliverAll(waiting: readonly Row[]): Promise<void> {
    let had = 0;
    try {
      for (const row of waiting) {
        await this.#needs.deliver(row, this.#isShort);
        had++;
        this.#failures = 0;
        this.#isShort = false;
      }
    } catch (error) {
      this.#failures++;
      const isTooLarge = error instanceof LinkRefusal && isAboutSize(error.fault);
      if (isTooLarge || this.#failures >= mostWholeTries) this.#isShort = true;
      throw error;
    } finally {
      if (had > 0) await this.#needs.markDelivered(waiting.slice(0, had));
    }
  }
}
