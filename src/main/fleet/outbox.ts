import { type Connection, LinkRefusal, type Outgoing } from './connection.ts';
import type { LinkFault } from './link-fault.ts';

/**
 * Keeps only the latest message of each topic, so it stays small however long the broker is away. Retained messages are sent again
 * on each connection: the broker may have lost them.
 */
export class Outbox {
  readonly #onRefusal: (topic: string, fault: LinkFault | null) => void;
  readonly #kept = new Map<string, Outgoing>();
  readonly #waiting = new Map<string, Outgoing>();
  #connection: Connection | null = null;
  #isSending = false;

  constructor(onRefusal: (topic: string, fault: LinkFault | null) => void) {
    this.#onRefusal = onRefusal;
  }

  send(message: Outgoing): void {
    if (message.isKept) this.#kept.set(message.topic, message);
    if (this.#connection === null) return;
    this.#waiting.set(message.topic, message);
    this.#sendNext();
  }

  opened(connection: Connection): void {
    this.#connection = connection;
    for (const message of this.#kept.values()) this.#waiting.set(message.topic, message);
    this.#sendNext();
  }

  ended(): void {
    this.#connection = null;
    this.#waiting.clear();
  }

  /** One at a time, so that a slow line carries the latest message of each topic and no backlog. */
  #sendNext(): void {
    const next = this.#waiting.values().next().value;
    if (this.#isSending || this.#connection === null || next === undefined) return;
    this.#isSending = true;
    this.#waiting.delete(next.topic);
    this.#connection
      .publish(next)
      .then(
        () => this.#onRefusal(next.topic, null),
        (error: unknown) => {
          if (error instanceof LinkRefusal) this.#onRefusal(next.topic, error.fault);
        },
      )
      .finally(() => {
        this.#isSending = false;
        this.#sendNext();
      });
  }
}
