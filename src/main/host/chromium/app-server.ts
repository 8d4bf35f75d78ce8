import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../log.ts';
import type { AppHandler } from '../host.ts';

/** The app's own site. A name of its own keeps playlist pages on 127.0.0.1 in other processes than the stage. */
const hostName = 'vitrine.localhost';

/** Black until the app's first paint; also what makes the browser prepare the process for the app's site. */
const startPage = '<!doctype html><html style="background:#000;cursor:none"><title>Vitrine</title>';

export interface AppServer {
  readonly origin: string;
  /** Shown at once, holds nothing, and so may stand on the command line, where everybody can read it. */
  readonly startAddress: string;
  /** Under here is the app. Holds the secret: only for the pipe. */
  readonly appAddress: string;
  close(): Promise<void>;
}

/** Serves app files and media to our own browser alone: by a secret path, Host, Origin and fetch site. */
export async function openAppServer(handler: AppHandler, log: Log): Promise<AppServer> {
  const secret = randomBytes(24).toString('base64url');
  const server = createServer({ keepAliveTimeout: 0 });
  await listen(server);
  const authority = `${hostName}:${(server.address() as AddressInfo).port}`;
  const origin = `http://${authority}`;
  server.on('request', (incoming, outgoing) => {
    serve(incoming, outgoing).catch((error: unknown) => {
      log.warn('A request of the stage failed', { error });
      if (outgoing.headersSent) outgoing.destroy();
      else refuse(outgoing, 500);
    });
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    if (!isOurs(incoming, authority, origin)) return refuse(outgoing, 403);
    if (path === '/' && incoming.method === 'GET') {
      outgoing.writeHead(200, { ...commonHeaders, 'content-type': 'text/html; charset=utf-8' });
      outgoing.end(startPage);
      return;
    }
    if (!path.startsWith(`/${secret}/`)) return refuse(outgoing, 404);
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return refuse(outgoing, 405);
    const request = new Request(`vitrine://app${path.slice(secret.length + 1)}`, {
      method: incoming.method,
      headers: incoming.headers.range === undefined ? {} : { range: incoming.headers.range },
    });
    await write(await handler(request), outgoing);
  }

  return {
    origin,
    startAddress: `${origin}/`,
    appAddress: `${origin}/${secret}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
}

/**
 * A page in a playlist may ask for our address too. It does not know the secret; beyond that, the browser itself
 * says where a request comes from, and pages cannot forge these headers.
 */
function isOurs(incoming: IncomingMessage, authority: string, origin: string): boolean {
  const { host, origin: from } = incoming.headers;
  const site = incoming.headers['sec-fetch-site'];
  if (host !== authority) return false;
  if (from !== undefined && from !== origin) return false;
  return site === undefined || site === 'same-origin' || site === 'none';
}

const commonHeaders = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

function refuse(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, { ...commonHeaders, 'content-length': '0' });
  outgoing.end();
}

async function write(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, { ...commonHeaders, ...Object.fromEntries(response.headers) });
  const reader = response.body?.getReader();
  if (!reader) {
    outgoing.end();
    return;
  }
  // The stage drops requests all the time (a seek, a video let go): the file behind must be closed at once.
  const drop = (): void => void reader.cancel().catch(() => undefined);
  outgoing.once('close', drop);
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(part.value)) await drained(outgoing);
  }
  outgoing.off('close', drop);
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done);
      outgoing.off('close', done);
      resolve();
    };
    outgoing.once('drain', done);
    outgoing.once('close', done);
  });
}
