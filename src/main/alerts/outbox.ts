import { type Message, message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import { inTime } from '../ground/in-time.ts';
import type { Log } from '../ground/log.ts';
import { type Backoff, doubledMs } from '../ground/retry.ts';
import { Serial } from '../ground/serial.ts';
import type { Alert } from './alert.ts';
import type { Channel, ChannelName } from './channel.ts';

const backoff: Backoff = { firstMs: 30_000, mostMs: 1_800_000 };
const longestMs = 90_000;

interface OutboxNeeds {
  readonly name: ChannelName;
  readonly clock: Clock;
  readonly log: Log;
  /** Loads it when it is needed. */
  channel(): Promise<Channel>;
  /** The alert that waits longest for this channel; null: none. */
  next(): Alert | null;
  delivered(alert: Alert): void;
}

/** Delivers the alerts of one channel in order, and retries until each has arrived. */
export class Outbox {
  readonly #needs: OutboxNeeds;
  readonly #work = new Serial();
  #isSending = false;
  #isStopped = false;
  #failures = 0;
  #why: Message | null = null;
  #cancelRetry: (() => void) | null = null;

  constructor(needs: OutboxNeeds) {
    this.#needs = needs;
  }

  /** Why the last attempt failed; null: it did not. */
  get why(): Message | null {
    return this.#why;
  }

  /** Sends what waits. While a retry is planned, that sends it. */
  wake(): void {
    if (this.#isStopped || this.#isSending || this.#cancelRetry !== null) return;
    const alert = this.#needs.next();
    if (alert === null) return;
    this.#isSending = true;
    void this.#work.run(async () => {
      await this.#deliver(alert);
      this.#isSending = false;
      this.wake();
    });
  }

  /** Resolves when nothing is being sent. */
  async idle(): Promise<void> {
    while (this.#isSending) await this.#work.idle();
  }

  /** One attempt, now, and nothing is kept of it. */
  async attempt(alert: Alert): Promise<Message> {
    const { clock, channel } = this.#needs;
    const over = new AbortController();
    const late = () => new VitrineError('temporary', message('too-long', { most: longestMs }));
    const sent = channel().then((one) => one.send(alert, over.signal));
    try {
      return await inTime(clock, longestMs, sent, late);
    } finally {
      over.abort();
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelRetry?.();
  }

  async #deliver(alert: Alert): Promise<void> {
    const { name, clock, log, delivered } = this.#needs;
    try {
      await this.attempt(alert);
      delivered(alert);
      this.#failures = 0;
      this.#why = null;
      log.state(name, 'delivers', 'debug', 'Alerts are delivered', { channel: name });
      log.info('An alert was delivered', { channel: name, verdict: alert.verdict, id: alert.id });
    } catch (thrown) {
      const error = asVitrineError(thrown);
      this.#why = error.sentence;
      // Once for each kind of failure: retries are not worth a line.
      log.state(name, error.code, 'warn', 'An alert could not be delivered; the player retries', {
        channel: name,
        error,
      });
      this.#cancelRetry = clock.after(doubledMs(this.#failures++, backoff), () => {
        this.#cancelRetry = null;
        this.wake();
      });
    }
  }
}
