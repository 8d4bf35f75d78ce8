import { approvePage, refusedPage } from './authorize-page.ts';
import { checkHost, checkOrigin } from './guard.ts';
import { type Exchange, HttpProblem, readBody, readJson, send, sendJson } from './http.ts';
import { type DemoLogin, type OAuthClient, sameSecret } from './login.ts';

/** OAuth2 authorization code: the page where a person says yes, and the exchange of codes and refresh tokens. */
export async function answerOAuth(exchange: Exchange, login: DemoLogin): Promise<boolean> {
  if (exchange.path === '/oauth/authorize') {
    if (exchange.method === 'GET' || exchange.method === 'HEAD') askPerson(exchange, login);
    else if (exchange.method === 'POST') await decided(exchange, login);
    else throw new HttpProblem(405, 'This address has no such method.', {}, { allow: 'GET, POST' });
    return true;
  }
  if (exchange.path === '/oauth/token') {
    if (exchange.method !== 'POST') {
      throw new HttpProblem(405, 'This address has no such method.', {}, { allow: 'POST' });
    }
    await giveTokens(exchange, login);
    return true;
  }
  return false;
}

interface AuthorizeRequest {
  readonly client: OAuthClient;
  readonly state: string | null;
}

function askPerson(exchange: Exchange, login: DemoLogin): void {
  checkHost(exchange);
  const request = readRequest(exchange.query, login);
  // Never redirect to an address that is not the client's: the page itself has to say what is wrong.
  if (typeof request === 'string') {
    sendPage(exchange, 400, refusedPage(request));
    return;
  }
  if (exchange.query.get('response_type') !== 'code') {
    back(exchange, request, { error: 'unsupported_response_type' });
    return;
  }
  sendPage(exchange, 200, approvePage(request.client, exchange.query));
}

async function decided(exchange: Exchange, login: DemoLogin): Promise<void> {
  // Another site must not be able to press the button for the person.
  checkOrigin(exchange);
  const form = new URLSearchParams((await readBody(exchange, 16 * 1024)).toString('utf8'));
  const request = readRequest(form, login);
  if (typeof request === 'string') {
    sendPage(exchange, 400, refusedPage(request));
    return;
  }
  if (form.get('decision') !== 'approve') return back(exchange, request, { error: 'access_denied' });
  back(exchange, request, { code: login.issueCode(request.client.clientId, request.client.redirectUri) });
}

function readRequest(query: URLSearchParams, login: DemoLogin): AuthorizeRequest | string {
  const client = login.client(query.get('client_id') ?? '');
  if (!client) return 'The CMS knows no client with this identifier. Create one in its API settings.';
  if (query.get('redirect_uri') !== client.redirectUri) {
    return 'The redirect address is not the one that was registered for this client.';
  }
  return { client, state: query.get('state') };
}

function back(exchange: Exchange, request: AuthorizeRequest, values: Readonly<Record<string, string>>): void {
  const target = new URL(request.client.redirectUri);
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
  if (request.state !== null) target.searchParams.set('state', request.state);
  exchange.response
    .writeHead(302, { location: target.href, 'cache-control': 'no-store', 'content-length': 0 })
    .end();
}

function sendPage(exchange: Exchange, status: number, page: string): void {
  send(exchange, status, 'text/html; charset=utf-8', page, {
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'referrer-policy': 'same-origin',
  });
}

async function giveTokens(exchange: Exchange, login: DemoLogin): Promise<void> {
  const body = await readJson(exchange);
  const text = (name: string): string =>
    typeof body[name] === 'string' ? body[name] : String(body[name] ?? '');
  const client = login.client(text('client_id'));
  if (!client || !sameSecret(text('client_secret'), client.clientSecret)) {
    return sendJson(exchange, 401, {
      error: 'invalid_client',
      error_description: 'Client authentication failed.',
    });
  }
  const grant = text('grant_type');
  if (grant !== 'authorization_code' && grant !== 'refresh_token') {
    return sendJson(exchange, 400, {
      error: 'unsupported_grant_type',
      error_description: 'Unknown grant type.',
    });
  }
  const tokens =
    grant === 'authorization_code'
      ? login.redeemCode(text('code'), client.clientId, text('redirect_uri'))
      : login.redeemRefresh(text('refresh_token'), client.clientId);
  if (!tokens) {
    return sendJson(exchange, 400, {
      error: 'invalid_grant',
      error_description: 'It is wrong, used, or too old.',
    });
  }
  sendJson(exchange, 200, tokens);
}
