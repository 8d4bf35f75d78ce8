import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Fixed by RFC 6455: an answer with it proves that the server understood the WebSocket request. */
const webSocketMark = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A WebSocket ping: the browser's network service answers it, invisible to pages. */
const ping = Buffer.from([0x89, 0]);

export interface LifelineEvents {
  /** The renderer at the other end has ended, or the browser's network service has. */
  cut(): void;
  /** The same document has reconnected: only the network service had ended. */
  mended(): void;
}

/**
 * Silent connections that stages hold open. The kernel closes one together with its renderer, some ten milliseconds
 * before the browser reports the death and well before it draws an error page. They are WebSockets, because a browser
 * limits other connections to one server to six, which several screens would use up.
 */
export class Lifelines {
  readonly #holders = new Map<string, LifelineEvents>();
  readonly #sockets = new Set<Duplex>();
  /** Called on any answer. */
  #onHeard: () => void = () => undefined;

  /** Registers a page. Returns a function that unregisters it. */
  hold(name: string, events: LifelineEvents): () => void {
    this.#holders.set(name, events);
    return () => this.#holders.delete(name);
  }

  /** `name`: of the page. `isSecond`: the document has reconnected. */
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
    // The socket must be read, or its end goes unnoticed.
    socket.on('error', end).on('end', end).on('close', end);
    socket.on('data', () => this.#onHeard());
    if (isSecond) this.#holders.get(name)?.mended();
  }

  /** Pings all lifelines. Resolves at the first answer or end; at once if there are none. */
  ping(): Promise<void> {
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
