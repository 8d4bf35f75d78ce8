import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Asked, Attack } from './attack.ts';

export interface HostileServer {
  readonly origin: string;
  /** The same server under another name, as another site. */
  readonly other: string;
  readonly requested: Asked[];
  /** The address of the page for this attack. */
  page(attack: Pick<Attack, 'html' | 'script'>): string;
  close(): Promise<void>;
}

/** `say` sends to the stage; `attempt` sends `done …` or the reason; `idle` is sent when all attempts have ended. */
const prelude = (origin: string, other: string): string => `
  const home = ${JSON.stringify(origin)}, other = ${JSON.stringify(other)};
  const say = (value) => parent.postMessage({ word: value }, '*');
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  let under = 0;
  const attempt = (task) => {
    under++;
    const late = pause(2000).then(() => { throw new Error('no answer'); });
    return Promise.race([Promise.resolve().then(task), late]).then(
      (value) => say('done ' + (value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : value)),
      (error) => say('refused: ' + (error?.name ?? '') + ' ' + (error?.message ?? error)),
    ).finally(() => { if (--under === 0) setTimeout(() => under === 0 && say('idle'), 50); });
  };
  say('began');
  const no = (why) => { throw new Error(why ?? 'nothing came of it'); };`;

export async function startHostileServer(): Promise<HostileServer> {
  const pages: string[] = [];
  const requested: Asked[] = [];
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const other = `http://localhost:${port}`;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    requested.push({ path: request.url ?? '', headers: request.headers });
    const [, kind, name = ''] = pathname.split('/');
    const html = (text: string, headers = {}): void => {
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(text);
    };
    if (kind === 'page') html(pages[Number(name)] ?? '');
    else if (kind === 'attachment')
      response
        .writeHead(200, {
          'content-type': 'application/zip',
          'content-disposition': 'attachment; filename=x.zip',
        })
        .end('PK');
    else if (kind === 'redirect') response.writeHead(302, { location: searchParams.get('to') ?? '/' }).end();
    else if (kind === 'login') response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('no');
    else if (kind === 'refresh') html('<p>', { refresh: `0;url=${searchParams.get('to')}` });
    else if (kind === 'cookie') html('<p>', { 'set-cookie': 'stolen=yes; max-age=1000; path=/' });
    else if (kind === 'worker.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(worker);
    else if (kind === 'endless') {
      response.writeHead(200, { 'content-type': 'text/html' });
      const more = (): void => {
        while (response.writable && response.write('<p>'.repeat(20_000)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    } else if (kind === 'deep') html('<div>'.repeat(500_000));
    else html(`<p>${kind}`);
  }
  const lines = new Set<Duplex>();
  server.on('upgrade', (request, socket) => {
    // The server no longer tracks upgraded connections, and would wait for their end.
    lines.add(socket);
    socket.on('end', () => socket.destroy()).once('close', () => lines.delete(socket));
    requested.push({ path: request.url ?? '', headers: request.headers });
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.on('error', () => undefined);
    socket.write(
      `HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
  });
  return {
    origin,
    other,
    requested,
    page: ({ html = '', script }) => {
      const text = `<!doctype html><body style="margin:0;background:#fff">${html}<script>${prelude(origin, other)}
        setTimeout(() => { ${script.replaceAll('</', '<\\/')}
}, 30)</script>`;
      return `${origin}/page/${pages.push(text) - 1}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const line of lines) line.destroy();
      }),
  };
}

const worker = `self.oninstall = () => self.skipWaiting(); self.onactivate = () => self.clients.claim();
  self.onfetch = (event) => event.respondWith(new Response('taken'));
  self.onconnect = () => {}; `;
