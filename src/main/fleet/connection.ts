import { inEnglish } from '../../shared/languages/message.ts';
import type { LinkFault } from './link-fault.ts';

/** The broker retains a message with `isKept`. */
export interface Outgoing {
  readonly topic: string;
  readonly payload: string | Uint8Array;
  readonly isKept: boolean;
  /** Metadata of a binary payload such as a screenshot. */
  readonly properties?: Readonly<Record<string, string>>;
  /** The broker drops the message after so long. */
  readonly expirySeconds?: number;
}

export interface Incoming {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** The broker had retained the message, or it was sent to be retained. */
  readonly isRetained: boolean;
  readonly properties: Readonly<Record<string, string>>;
}

/** No event follows `ended`. */
export interface ConnectionEvents {
  /** The subscription was answered. `readFault`: why the broker refused it. */
  opened(readFault: LinkFault | null): void;
  /** The message is acknowledged to the broker when this resolves. */
  message(incoming: Incoming): Promise<void>;
  ended(fault: LinkFault): void;
}

/** One connection to the broker, from its opening to its end. */
export interface Connection {
  /** Resolves when the broker acknowledges. Rejects with a `LinkRefusal` when it refuses, and when the connection ends. */
  publish(message: Outgoing): Promise<void>;
  /** No event follows. The broker delays the will, in case the player reconnects soon. */
  close(): Promise<void>;
}

/** The broker refused one message and kept the connection. */
export class LinkRefusal extends Error {
  readonly fault: LinkFault;

  constructor(fault: LinkFault) {
    super(inEnglish(fault.message));
    this.fault = fault;
  }
}

export type Connect = (events: ConnectionEvents) => Connection;
