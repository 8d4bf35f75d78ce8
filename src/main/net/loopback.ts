import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';

export interface Loopback {
  readonly redirectUri: string;
  readonly state: string;
  /** Secret until the code is redeemed, then sent to the CMS only. */
  readonly verifier: string;
  /** Resolves when the browser returns with the code or a person pastes the address. */
  readonly code: Promise<string>;
  /** Takes a pasted address. Null: accepted; otherwise the reason of the refusal. */
  offer(address: string): string | null;
  close(): void;
}

const callbackPath = '/callback';

/** The CMS has this address registered, so it depends on the configured port only. */
export function redirectUriOf(port: number): string {
  return `http://127.0.0.1:${port}${callbackPath}`;
}

/** Waits on loopback for the browser to come back from the CMS. */
export async function listenForCode(port: number): Promise<Loopback> {
  const state = randomBytes(24).toString('base64url');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // A refusal may arrive before `code` is awaited.
  promise.catch(() => undefined);

  const take = (query: URLSearchParams): string | null => {
    if (!sameText(query.get('state') ?? '', state))
      return 'This answer does not belong to the login that was started.';
    const code = query.get('code');
    const error = query.get('error');
    if (error !== null) {
      reject(
        new VitrineError(
          'auth',
          message('login-denied.browser', { code: error.replace(/[^\w .-]/g, '').slice(0, 60) }),
        ),
      );
      return null;
    }
    if (!code) return 'The address carries no code.';
    resolve(code);
    return null;
  };

  const server = createServer((request, response) => answer(request, response, port, take));
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new VitrineError('usage', message('login-port-taken', { port }), { cause });
  }
  return {
    redirectUri: redirectUriOf(port),
    state,
    verifier: randomBytes(32).toString('base64url'),
    code: promise,
    offer(text) {
      const url = URL.parse(text.trim());
      return url ? take(url.searchParams) : 'That is no address.';
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  take: (query: URLSearchParams) => string | null,
): void {
  // A foreign `Host` comes from a web page that attacks by DNS rebinding.
  const isOurs = request.headers.host === `127.0.0.1:${port}`;
  const url = URL.parse(request.url ?? '', 'http://127.0.0.1');
  if (!isOurs || request.method !== 'GET' || url?.pathname !== callbackPath) {
    page(response, 404, 'There is nothing here.');
    return;
  }
  const refused = take(url.searchParams);
  if (refused !== null) page(response, 400, refused);
  else page(response, 200, 'The CMS has answered. You can close this window and go back to the terminal.');
}

function page(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      connection: 'close',
    })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Vitrine</title><style>body{font:1.2rem/1.5 system-ui;display:grid;place-content:center;min-height:90vh;text-align:center}</style><h1>Vitrine</h1><p>${text}</p></html>`,
    );
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
