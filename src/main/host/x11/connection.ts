import type { Socket } from 'node:net';
import { message } from '../../../shared/languages/message.ts';
import { VitrineError } from '../../ground/errors.ts';
import { connectX11, type RootWindow } from './connect.ts';

const shortest = 32;

/**
 * A client of an X server: requests in order, answers to those that have one. Errors of requests are ignored:
 * everything drawn here is optional for the show.
 */
export class X11Connection {
  readonly root: RootWindow;
  readonly #socket: Socket;
  readonly #waiting = new Map<number, PromiseWithResolvers<Buffer>>();
  /** Receives the server's events. */
  onEvent: (event: Buffer) => void = () => undefined;
  readonly #closed = Promise.withResolvers<void>();
  #nextId: number;
  #sequence = 0;
  /** Received parts of the next message: a picture comes in hundreds of parts, which are joined once. */
  #parts: Buffer[] = [];
  #unread = 0;
  /** Bytes needed for the next whole message. */
  #needed = shortest;

  static async open(display: string, env: NodeJS.ProcessEnv = process.env): Promise<X11Connection> {
    const { socket, idBase, root } = await connectX11(display, env);
    return new X11Connection(socket, idBase, root);
  }

  private constructor(socket: Socket, idBase: number, root: RootWindow) {
    this.#socket = socket;
    this.#nextId = idBase;
    this.root = root;
    socket
      .on('data', (bytes: Buffer) => this.#read(bytes))
      .on('error', () => undefined)
      .once('close', () => {
        const gone = new VitrineError('temporary', message('display-gone'));
        for (const { reject } of this.#waiting.values()) reject(gone);
        this.#waiting.clear();
        this.#closed.resolve();
      });
  }

  /** Resolves when either side has closed the connection. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** An id for a new window, pixmap, graphics context or cursor. */
  newId(): number {
    return this.#nextId++;
  }

  send(request: Buffer): void {
    this.#sequence = (this.#sequence + 1) & 0xffff;
    if (!this.#socket.destroyed) this.#socket.write(request);
  }

  /** Resolves with the answer, or rejects with the server's error. */
  query(request: Buffer): Promise<Buffer> {
    this.send(request);
    const waiting = Promise.withResolvers<Buffer>();
    if (this.#socket.destroyed) waiting.reject(new VitrineError('temporary', message('display-gone')));
    else this.#waiting.set(this.#sequence, waiting);
    return waiting.promise;
  }

  end(): void {
    this.#socket.end();
  }

  #read(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#unread += bytes.length;
    if (this.#unread < this.#needed) return;
    let unread = this.#parts.length === 1 ? bytes : Buffer.concat(this.#parts);
    for (this.#needed = lengthOf(unread); unread.length >= this.#needed; this.#needed = lengthOf(unread)) {
      const message = unread.subarray(0, this.#needed);
      unread = unread.subarray(this.#needed);
      if (message[0] === 0 || message[0] === 1) this.#answer(message);
      else this.onEvent(message);
    }
    this.#parts = [unread];
    this.#unread = unread.length;
  }

  #answer(answer: Buffer): void {
    const sequence = answer.readUInt16LE(2);
    const waiting = this.#waiting.get(sequence);
    this.#waiting.delete(sequence);
    if (answer[0] === 1) waiting?.resolve(answer);
    else
      waiting?.reject(
        new VitrineError('temporary', message('display-error', { request: answer.readUInt8(10) })),
      );
  }
}

/** Errors and events have 32 bytes; an answer announces further bytes. Shorter data is incomplete. */
function lengthOf(unread: Buffer): number {
  if (unread.length < shortest) return shortest;
  const hasMore = unread[0] === 1 || unread[0] === 35;
  return hasMore ? shortest + unread.readUInt32LE(4) * 4 : shortest;
}
