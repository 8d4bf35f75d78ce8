import type { Readable, Writable } from 'node:stream';
import { VitrineError } from '../../errors.ts';
import { type Fields, fieldsIn, numberIn, textIn } from './fields.ts';

export interface CdpEvent {
  readonly method: string;
  readonly params: Fields;
  /** Null: from the browser itself. */
  readonly sessionId: string | null;
}

interface Waiting {
  readonly method: string;
  readonly sessionId: string | null;
  resolve(result: Fields): void;
  reject(error: VitrineError): void;
}

/** The largest is a picture of a display: of 8K, incompressible, it has half as much. No message is without end. */
const largestMessage = 256 * 2 ** 20;

/**
 * The Chrome DevTools Protocol over the browser's pipe: JSON messages, each ended by a NUL byte. A pipe and not a
 * port, so that nobody else on the machine can speak to the browser.
 */
export class Cdp {
  readonly #output: Writable;
  readonly #input: Readable;
  readonly #onEvent: (event: CdpEvent) => void;
  readonly #waiting = new Map<number, Waiting>();
  /** Bytes since the last NUL. Kept in pieces: a picture arrives in hundreds of them. */
  #pieces: Buffer[] = [];
  #piecesLength = 0;
  #lastId = 0;
  #closed = false;

  constructor(output: Writable, input: Readable, onEvent: (event: CdpEvent) => void) {
    this.#output = output;
    this.#input = input;
    this.#onEvent = onEvent;
    input.on('data', (bytes: Buffer) => this.#receive(bytes));
    input.on('error', () => this.#close());
    input.on('close', () => this.#close());
    output.on('error', () => this.#close());
  }

  send(method: string, params: Fields = {}, sessionId: string | null = null): Promise<Fields> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(gone(method));
        return;
      }
      const id = ++this.#lastId;
      this.#waiting.set(id, { method, sessionId, resolve, reject });
      this.#output.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
    });
  }

  /** A detached session answers nothing any more. */
  forget(sessionId: string): void {
    for (const [id, waiting] of this.#waiting) {
      if (waiting.sessionId !== sessionId) continue;
      this.#waiting.delete(id);
      waiting.reject(gone(waiting.method));
    }
  }

  #receive(bytes: Buffer): void {
    let rest = bytes;
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const whole = Buffer.concat([...this.#pieces, rest.subarray(0, end)]);
      this.#pieces = [];
      this.#piecesLength = 0;
      rest = rest.subarray(end + 1);
      this.#dispatch(JSON.parse(whole.toString('utf8')));
    }
    if (rest.length > 0) this.#pieces.push(rest);
    this.#piecesLength += rest.length;
    if (this.#piecesLength > largestMessage) this.#hangUp();
  }

  #dispatch(message: Fields): void {
    const id = numberIn(message, 'id');
    if (id === null) {
      const method = textIn(message, 'method') ?? '';
      this.#onEvent({ method, params: fieldsIn(message, 'params'), sessionId: textIn(message, 'sessionId') });
      return;
    }
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (message.error === undefined) waiting.resolve(fieldsIn(message, 'result'));
    else waiting.reject(refused(waiting.method, fieldsIn(message, 'error')));
  }

  /** The browser ends itself when nobody is at the other end of its pipe. */
  #hangUp(): void {
    this.#pieces = [];
    this.#piecesLength = 0;
    this.#input.destroy();
    this.#output.destroy();
    this.#close();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const waiting of this.#waiting.values()) waiting.reject(gone(waiting.method));
    this.#waiting.clear();
  }
}

function gone(method: string): VitrineError {
  return new VitrineError('temporary', 'browser-gone', `The browser went away before it answered ${method}.`);
}

function refused(method: string, error: Fields): VitrineError {
  const reason = textIn(error, 'message') ?? 'no reason';
  return new VitrineError('permanent', 'browser-refused', `The browser refused ${method}: ${reason}.`);
}
