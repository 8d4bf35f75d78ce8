import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A server, on another site than the app, of pages whose scripts come from the test. */
export interface HostilePages {
  /** The address of a page that runs this script and sends the result to its parent. */
  page(script: string): string;
  readonly origin: string;
  /** Requested paths, in order. */
  readonly requested: string[];
  /** The headers of these requests, in the same order. */
  readonly headers: IncomingHttpHeaders[];
  close(): Promise<void>;
}

/** `say(value)` in a page's script sends the value to the stage. */
const say = 'const say = (value) => parent.postMessage({ word: value }, "*");';

export async function startHostilePages(): Promise<HostilePages> {
  const scripts: string[] = [];
  const requested: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    requested.push(url);
    headers.push(request.headers);
    if (url.startsWith('/attachment')) {
      const headers = {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="x.zip"',
      };
      response.writeHead(200, headers).end('PK');
    } else if (url === '/login') {
      response
        .writeHead(401, { 'www-authenticate': 'Basic realm="x"', 'content-type': 'text/html' })
        .end('no');
    } else if (url.startsWith('/page/')) {
      const script = scripts[Number(url.slice('/page/'.length))] ?? '';
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><body style="background:#fff"><script>${say}\n${script}</script>`);
    } else if (url.startsWith('/sized/')) {
      const [, , bytes, length] = url.split('/');
      const text =
        `<!doctype html><body><script>parent.postMessage('shown', '*')</script><iframe></iframe>`.padEnd(
          Number(bytes),
        );
      const body = length === 'packed' ? gzipSync(text) : text;
      response.writeHead(200, {
        'content-type': 'text/html',
        'x-frame-options': 'DENY',
        ...(length === 'packed' ? { 'content-encoding': 'gzip' } : {}),
        ...(length === 'known' ? { 'content-length': bytes } : {}),
      });
      response.write(body);
      response.end();
    } else {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>elsewhere');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requested,
    headers,
    page: (script) => `${origin}/page/${scripts.push(script) - 1}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
