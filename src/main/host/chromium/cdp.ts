import type { Readable, Writable } from 'node:stream';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { message as inWords } from '../../../shared/languages/message.ts';
import { VitrineError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
type Answer<Method extends keyof Commands> = Commands[Method]['returnType'];

export type CdpEvent = {
  [Method in keyof Events]: {
    readonly method: Method;
    readonly params: Events[Method][0];
    /** Null: from the browser itself. */
    readonly sessionId: string | null;
  };
}[keyof Events];

/** Sends commands to the browser as a whole, or to one page, frame or worker. */
export interface CdpSession {
  readonly id: string | null;
  send<Method extends keyof Commands>(
    method: Method,
    ...params: Commands[Method]['paramsType']
  ): Promise<Answer<Method>>;
  /** Sends without waiting for the answer: the target may be gone, which is fine. */
  post<Method extends keyof Commands>(method: Method, ...params: Commands[Method]['paramsType']): void;
}

/** Everything the browser writes: an answer has an id, an event a method. */
interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly method?: string;
  readonly params?: unknown;
  readonly sessionId?: string | null;
}

interface Waiting {
  readonly method: string;
  readonly sessionId: string | null;
  resolve(result: unknown): void;
  reject(error: VitrineError): void;
}

/** The largest message is a screenshot: an incompressible one of an 8K display needs half of this. */
const largestMessage = 256 * 2 ** 20;

/**
 * The Chrome DevTools Protocol over the browser's pipe: JSON messages, each ended by a NUL byte. A pipe instead of a
 * port keeps other local users out. Messages are trusted to match the protocol: the browser is the player's own child,
 * and pages cannot write here. A malformed message ends the browser.
 */
export class Cdp {
  readonly #output: Writable;
  readonly #input: Readable;
  readonly #log: Log;
  readonly #onEvent: (event: CdpEvent) => void;
  readonly #waiting = new Map<number, Waiting>();
  /** Bytes since the last NUL, in pieces: a screenshot arrives in hundreds of them. */
  #pieces: Buffer[] = [];
  #piecesLength = 0;
  #lastId = 0;
  #closed = false;
  /** The session of the browser as a whole. */
  readonly browser = this.session(null);

  constructor(output: Writable, input: Readable, log: Log, onEvent: (event: CdpEvent) => void) {
    this.#output = output;
    this.#input = input;
    this.#log = log;
    this.#onEvent = onEvent;
    input.on('data', (bytes: Buffer) => this.#receive(bytes));
    input.on('error', () => this.#close());
    input.on('close', () => this.#close());
    output.on('error', () => this.#close());
  }

  session(id: string | null): CdpSession {
    const send: CdpSession['send'] = (method, params = {}) => this.#send(method, params, id);
    return {
      id,
      send,
      post: (method, ...params) => {
        send(method, ...params).catch((error: unknown) =>
          this.#log.debug('The browser refused a command', { error }),
        );
      },
    };
  }

  /** A detached session answers nothing any more. */
  forget(sessionId: string): void {
    for (const [id, waiting] of this.#waiting) {
      if (waiting.sessionId !== sessionId) continue;
      this.#waiting.delete(id);
      waiting.reject(gone(waiting.method));
    }
  }

  #send<Method extends keyof Commands>(
    method: Method,
    params: object,
    sessionId: string | null,
  ): Promise<Answer<Method>> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer<Method>>();
    if (this.#closed) {
      reject(gone(method));
      return promise;
    }
    const id = ++this.#lastId;
    this.#waiting.set(id, {
      method,
      sessionId,
      resolve: (result) => resolve(result as Answer<Method>),
      reject,
    });
    this.#output.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
    return promise;
  }

  #receive(bytes: Buffer): void {
    let rest = bytes;
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const whole = Buffer.concat([...this.#pieces, rest.subarray(0, end)]);
      this.#pieces = [];
      this.#piecesLength = 0;
      rest = rest.subarray(end + 1);
      this.#understand(whole.toString('utf8'));
      if (this.#closed) return;
    }
    if (rest.length > 0) this.#pieces.push(rest);
    this.#piecesLength += rest.length;
    if (this.#piecesLength > largestMessage) this.#hangUp();
  }

  /** A browser that sends a malformed message is replaced; the player continues. */
  #understand(text: string): void {
    try {
      const message: Message | null = JSON.parse(text);
      if (typeof message !== 'object' || message === null) throw new TypeError('It is no message.');
      this.#dispatch(message);
    } catch (error) {
      this.#log.warn('The browser sent a malformed message: it is replaced', { error });
      this.#hangUp();
    }
  }

  #dispatch({ id, method, params = {}, sessionId = null, result, error }: Message): void {
    if (id === undefined) {
      if (typeof params !== 'object' || params === null)
        throw new TypeError(`${method} comes without words.`);
      this.#onEvent({ method, params, sessionId } as CdpEvent);
      return;
    }
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (error === undefined) waiting.resolve(result);
    else waiting.reject(refused(waiting.method, error));
  }

  /** The browser ends when its pipe is closed. */
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
  return new VitrineError('temporary', inWords('browser-gone', { method }));
}

/** JSON-RPC codes for an invalid command. All other codes are temporary, such as that of a crashed page. */
const wrongQuestions = [-32700, -32600, -32601, -32602];

function refused(method: string, { code, message }: NonNullable<Message['error']>): VitrineError {
  const kind = wrongQuestions.includes(code) ? 'permanent' : 'temporary';
  return new VitrineError(kind, inWords('browser-refused', { method, reason: message }));
}
