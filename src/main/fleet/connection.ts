import { inEnglish } from '../../shared/languages/message.ts';
import type { LinkFault } from './link-fault.ts';

/** What goes out. A message with `isKept` is retained by the broker for whoever comes later. */
export interface Outgoing {
  readonly topic: string;
  readonly payload: string | Uint8Array;
  readonly isKept: boolean;
  /** Of a picture and the like: what the payload cannot say itself. */
  readonly properties?: Readonly<Record<string, string>>;
  /** The broker gives it up after so long. */
  readonly expirySeconds?: number;
}

export interface Incoming {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** It was kept by the broker, or sent to be kept. */
  readonly isRetained: boolean;
  readonly properties: Readonly<Record<string, string>>;
}

/** What one connection tells. After `ended` it tells nothing more. */
export interface ConnectionEvents {
  /** It is subscribed. `readFault`: why it hears nothing. */
  opened(readFault: LinkFault | null): void;
  /** The broker is told that it arrived when this is resolved. */
  message(incoming: Incoming): Promise<void>;
  ended(fault: LinkFault): void;
}

/** One connection to the broker, from its opening to its end. */
export interface Connection {
  /** Resolves when the broker has it. Rejects with a LinkRefusal when it will not have it, and when the connection ends. */
  publish(message: Outgoing): Promise<void>;
  /** `isLeaving`: the broker tells nobody for some time, in case we are back soon. Nothing is told of it any more. */
  close(): Promise<void>;
}

/** The broker does not take one message, for a reason of its own. */
export class LinkRefusal extends Error {
  readonly fault: LinkFault;

  constructor(fault: LinkFault) {
    super(inEnglish(fault.message));
    this.fault = fault;
  }
}

export type Connect = (events: ConnectionEvents) => Connection;
