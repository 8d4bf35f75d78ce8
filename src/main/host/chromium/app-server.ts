import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../ground/log.ts';
import { Once } from '../../ground/once.ts';
import type { AppHandler } from '../host.ts';
import { Lifelines } from './lifelines.ts';

/** The app's own site. A separate name keeps playlist pages on 127.0.0.1 out of the stage's process. */
export const appHost = 'vitrine.localhost';

/** Black until the app paints; it also makes the browser prepare a process for the app's site. */
const startPage = '<!doctype html><html style="background:#000;cursor:none"><title>Vitrine</title>';

export interface AppServer {
  readonly origin: string;
  /** Contains no secret, so it may stand on the command line, which every local user can read. */
  readonly startAddress: string;
  /**
   * The app's base address. Contains the secret: only for the pipe and for files that only the browser's account can
   * read.
   */
  readonly appAddress: string;
  /** The document of the app. */
  readonly appDocument: string;
  readonly lifelines: Lifelines;
  /** A file of the app, for a document at another address. */
  file(path: string): Promise<Response>;
  close(): Promise<void>;
}

/** Serves app files and media to this player's browser only: checks a secret path, Host, Origin and fetch site. */
export async function openAppServer(handler: AppHandler, log: Log): Promise<AppServer> {
  const secret = randomBytes(24).toString('base64url');
  const server = createServer({ keepAliveTimeout: 0 });
  await listen(server);
  const authority = `${appHost}:${(server.address() as AddressInfo).port}`;
  const origin = `http://${authority}`;

  async function answer({ method, url, headers }: Request): Promise<Response> {
    if (!isOurs(headers, authority, origin)) return refusal(403);
    const path = url.slice(origin.length);
    if (path === '/' && method === 'GET')
      return new Response(startPage, { headers: { 'content-type': 'text/html; charset=utf-8' } });
    if (!path.startsWith(`/${secret}/`)) return refusal(404);
    if (method !== 'GET' && method !== 'HEAD') return refusal(405);
    const range = headers.get('range');
    return ask(path.slice(secret.length + 1), { method, headers: range === null ? {} : { range } });
  }

  async function ask(path: string, init?: RequestInit): Promise<Response> {
    return handler(new Request(`vitrine://app${path}`, init));
  }

  const failed = (error: unknown): void => log.warn('A request of the stage failed', { error });
  // The stage often drops requests (a seek, a released video). The listener then cancels the body of the answer, which
  // closes the file behind it. It is loaded lazily while the browser starts, because it pulls in all of `fetch`.
  const listener = new Once(async () => {
    const { getRequestListener } = await import('@hono/node-server');
    return getRequestListener(
      async (request) => {
        const response = await answer(request).catch((error: unknown) => {
          failed(error);
          return refusal(500);
        });
        for (const [name, value] of ourHeaders) response.headers.set(name, value);
        return response;
      },
      { overrideGlobalObjects: false },
    );
  });
  // Without free descriptors loading fails; the stage's next request tries again.
  listener.get().catch(failed);
  server.on('request', (incoming, outgoing: ServerResponse) => {
    // Set when the file could not be read to its end; a dropped request is no error.
    outgoing.once('close', () => (outgoing.errored ? failed(outgoing.errored) : undefined));
    listener
      .get()
      .then((listen) => listen(incoming, outgoing))
      .catch((error: unknown) => {
        failed(error);
        outgoing.destroy();
      });
  });
  const lifelines = new Lifelines();
  server.on('upgrade', (incoming, socket) => {
    const [, given, folder, name = '', which] = (incoming.url ?? '').split('/');
    const headers = { get: (name: string) => incoming.headers[name]?.toString() ?? null };
    const isStage = isOurs(headers, authority, origin) && given === secret;
    if (isStage && folder === 'life') lifelines.accept(name, which !== '1', incoming, socket);
    else socket.destroy();
  });
  return {
    origin,
    lifelines,
    file: ask,
    startAddress: `${origin}/`,
    appAddress: `${origin}/${secret}/`,
    appDocument: `${origin}/${secret}/index.html`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        lifelines.close();
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
 * A playlist page may request this address too. It does not know the secret. In addition, the browser sets headers that
 * state where a request comes from, and pages cannot forge them.
 */
function isOurs(headers: Pick<Headers, 'get'>, authority: string, origin: string): boolean {
  const site = headers.get('sec-fetch-site') ?? 'none';
  return (
    headers.get('host') === authority &&
    (headers.get('origin') ?? origin) === origin &&
    (site === 'same-origin' || site === 'none')
  );
}

const ourHeaders = Object.entries({
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
});

function refusal(status: number): Response {
  return new Response(null, { status, headers: { 'content-length': '0' } });
}
