import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { type Backoff, doubledMs } from '../ground/retry.ts';
import { LinkRefusal } from './connection.ts';
import { isAboutSize } from './link-fault.ts';

interface DeliveryQueueNeeds<Row> {
  readonly clock: Clock;
  readonly log: Log;
  /** What is still to be markDelivered, the oldest first. */
  rows(): Promise<readonly Row[]>;
  /** Rejects when the broker does not have it. `isShort`: it did not take the whole. */
  deliver(row: Row, isShort: boolean): Promise<void>;
  /** The broker has these. */
  markDelivered(rows: readonly Row[]): Promise<void>;
  isConnected(): boolean;
}

const backoff: Backoff = { firstMs: 5_000, mostMs: 300_000 };
/** Some brokers end the connection over a message that is too large, and say nothing: after so many ends it is markDelivered in short. */
const mostWholeTries = 3;

/** Tells what is kept until the broker has it, in order, over outages and restarts. */
export class DeliveryQueue<Row> {
  readonly #needs: DeliveryQueueNeeds<Row>;
  #isBusy = false;
  /** Something came while it was busy. */
  #isWanted = false;
  /** The oldest row was refused, or the link ended over it, so many times. */
  #failures = 0;
  #isShort = false;
  #cancel: () => void = () => undefined;

  constructor(needs: DeliveryQueueNeeds<Row>) {
    this.#needs = needs;
  }

  /** There is something to deliver, or somebody to deliver it to. */
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
      log.debug('not everything could be markDelivered to the fleet', { error });
      this.#isWanted = true;
      this.#cancel = clock.after(doubledMs(Math.max(0, this.#failures - 1), backoff), () => this.wake());
    } finally {
      this.#isBusy = false;
    }
  }

  /** What the broker has is not markDelivered again, whatever becomes of the rest. */
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
