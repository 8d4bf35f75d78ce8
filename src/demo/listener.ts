import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listener {
  readonly origin: string;
  readonly port: number;
  /** Call it right after listening, without an await between: a player may connect at once. */
  answer(listener: RequestListener): void;
  close(): Promise<void>;
}

/** On loopback only; port 0 = any free one. */
export async function listen(wanted: number): Promise<Listener> {
  const server = createServer();
  // An upload of 20 GB takes long.
  server.requestTimeout = 0;
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    answer: (listener) => void server.on('request', listener),
    close: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
