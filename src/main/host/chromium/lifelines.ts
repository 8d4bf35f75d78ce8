import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Fixed by RFC 6455: who answers with it has understood that a WebSocket is asked for. */
const webSocketMark = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A question of the protocol itself, which the browser's network service answers and no page gets to see. */
const ping = Buffer.from([0x89, 0]);

export interface LifelineEvents {
  /** The renderer at the other end has ended, or the browser's network service has. */
  cut(): void;
  /** The same document holds on again: only the network service had ended. */
  mended(): void;
}

/**
 * Connections that stages hold open and say nothing on. The kernel ends one together with its renderer, some ten
 * milliseconds before the browser says so, and long enough before it has drawn a page of its own in the stage's place.
 * They are WebSockets: a browser keeps at most six other connections to one server, and several screens would use them up.
 */
export class Lifelines {
  readonly #holders = new Map<string, LifelineEvents>();
  readonly #sockets = new Set<Duplex>();
  /** Whoever waits for any answer. */
  #onHeard: () => void = () => undefined;

  /** Answers a function that ends the interest in it. */
  hold(name: string, events: LifelineEvents): () => void {
    this.#holders.set(name, events);
    return () => this.#holders.delete(name);
  }

  /** `name`: of the page. `isSecond`: the document had one before. */
  accept(name: string, isSecond: boolean, { headers }: IncomingMessage, socket: Duplex): void {
    const key = `${headers['sec-websocket-key'] ?? ''}${webSocketMark}`;
    const accepted = createHash('sha1').update(key).digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write(`${[...lines, `Sec-WebSocket-Accept: ${accepted}`].join('\r\n')}\r\n\r\n`);
    this.#sockets.add(socket);
    const end = (): void => {
      if (!this.#sockets.delete(socket)) return;
      this.#onHeard();
      socket.destroy();
      this.#holders.get(name)?.cut();
    };
    // What is not read hides the end.
    socket.on('error', end).on('end', end).on('close', end);
    socket.on('data', () => this.#onHeard());
    if (isSecond) this.#holders.get(name)?.mended();
  }

  /** Resolves when one of the others' ends says something or is gone, at once where nobody holds on. */
  ask(): Promise<void> {
    if (this.#sockets.size === 0) return Promise.resolve();
    const heard = Promise.withResolvers<void>();
    this.#onHeard = heard.resolve;
    for (const socket of this.#sockets) socket.write(ping);
    return heard.promise;
  }

  close(): void {
    this.#holders.clear();
    for (const socket of this.#sockets) socket.destroy();
  }
}
