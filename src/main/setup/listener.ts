import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import type { SealedRequest } from '../../shared/setup.ts';
import { admission } from '../admin/access/admission.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import type { AppHandler } from '../host/host.ts';

export interface Listener {
  /** `192.168.1.20:8790` */
  readonly authority: string;
  stop(): Promise<void>;
}

interface ListenerNeeds {
  readonly address: string;
  readonly port: number;
  /** The files of the phone's page, below `/setup/`. */
  readonly files: AppHandler;
  /** Public information, before a phone has a key. */
  readonly door: (language: string) => unknown;
  /** For one PIN attempt by a phone with that address. */
  readonly offer: (from: string) => unknown;
  readonly hear: (ask: SealedRequest) => Promise<unknown>;
}

/** Messages of a phone are short; a token has 16 KiB at most. */
const mostBytes = 64 * 1024;
const mostConnections = 40;
const mostOfOneNetwork = 12;

const sealedAsk = v.strictObject({
  // The last character has four unused bits, which must be zero.
  session: v.pipe(v.string(), v.regex(/^[\w-]{21}[AQgw]$/)),
  half: v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  box: v.pipe(v.string(), v.regex(/^[\w-]{22,}$/)),
});

/** Serves phones in the local network, on the one address that the screen shows, only while setup is open. */
export async function listen(needs: ListenerNeeds): Promise<Listener> {
  const server = createServer((request, response) => {
    answer(needs, `${needs.address}:${portOf(server.address())}`, request, response).catch(() => {
      response.destroy();
    });
  });
  server.on('connection', admission({ most: mostConnections, mostOfOneNetwork }));
  server.headersTimeout = 10_000;
  server.requestTimeout = 20_000;
  await bind(server, needs);
  return {
    authority: `${needs.address}:${portOf(server.address())}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Listens on the usual port, or on any other if that is taken. */
async function bind(
  server: ReturnType<typeof createServer>,
  { address, port }: ListenerNeeds,
): Promise<void> {
  for (const tried of [port, 0]) {
    try {
      server.listen(tried, address);
      await once(server, 'listening');
      return;
    } catch (cause) {
      const code = systemCode(cause);
      if (code === 'EADDRINUSE' && tried !== 0) continue;
      if (code === null) throw cause;
      throw new VitrineError('temporary', message('setup-not-listening', { address, code }), { cause });
    }
  }
}

async function answer(
  { files, door, offer, hear }: ListenerNeeds,
  authority: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { host, origin } = request.headers;
  // Another host name for this address, or a page of another site in the phone's browser.
  if (host !== authority) return send(response, 421, { turned: 'host' });
  if (origin !== undefined && origin !== `http://${authority}`)
    return send(response, 403, { turned: 'origin' });
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${authority}`);
  if (request.method === 'POST' && pathname === '/setup/say') {
    const body = await bodyOf(request);
    if (body === null) return send(response, 413, { turned: 'too-long' });
    const ask = v.safeParse(sealedAsk, parsed(body));
    if (!ask.success) return send(response, 400, { turned: 'not-understood' });
    return send(response, 200, await hear(ask.output));
  }
  if (request.method === 'POST' && pathname === '/setup/half') {
    // Every browser states the origin of a POST. Another site's page could cause a GET with an image.
    if (origin === undefined) return send(response, 403, { turned: 'origin' });
    return send(response, 200, offer(request.socket.remoteAddress ?? ''));
  }
  if (pathname === '/setup/half' || request.method !== 'GET')
    return send(response, 405, { turned: 'method' });
  if (pathname === '/setup/door') return send(response, 200, door(searchParams.get('language') ?? ''));
  if (pathname === '/') return redirect(response, '/setup');
  const name = pathname === '/setup' ? '/index.html' : pathname.replace(/^\/setup(?=\/)/, '');
  const file = await files(new Request(new URL(name, `http://${authority}`)));
  const headers: Record<string, string> = { ...Object.fromEntries(file.headers), ...strict };
  response.writeHead(file.status, headers).end(Buffer.from(await file.arrayBuffer()));
}

/** Forbids caching, framing and requests to other sites. */
const strict: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...strict, 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { ...strict, location }).end();
}

/** Null: longer than any valid message; the rest is not read. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return null;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
