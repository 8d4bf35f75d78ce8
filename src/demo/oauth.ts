import { Hono } from 'hono';
import { approvePage, refusedPage } from './authorize-page.ts';
import { ownPagesOnly } from './guard.ts';
import { type Asked, answer, at, type Env, jsonAnswer, readJson, shortBody } from './http.ts';
import { type DemoLogin, type OAuthClient, sameSecret } from './login.ts';

/** OAuth2 authorization code: the page where a person says yes, and the tokens for codes and refresh tokens. */
export function oauthApp(login: DemoLogin): Hono<Env> {
  const app = new Hono<Env>();
  app.use(shortBody);
  // Another site must not be able to press the button for the person.
  app.use('/authorize', ownPagesOnly);
  at(app, '/authorize', {
    GET: (asked) => askPerson(asked, new URL(asked.req.url).searchParams, login),
    POST: async (asked) => decided(asked, new URLSearchParams(await asked.req.text()), login),
  });
  at(app, '/token', {
    POST: async (asked) => giveTokens(await readJson(asked), login),
  });
  return app;
}

interface AuthorizeRequest {
  readonly client: OAuthClient;
  readonly state: string | null;
}

function askPerson(asked: Asked, query: URLSearchParams, login: DemoLogin): Response {
  const request = readRequest(query, login);
  // Never redirect to an address that is not the client's: the page itself has to say what is wrong.
  if (typeof request === 'string') return pageAnswer(400, refusedPage(request));
  if (query.get('response_type') !== 'code')
    return back(asked, request, { error: 'unsupported_response_type' });
  return pageAnswer(200, approvePage(request.client, query));
}

function decided(asked: Asked, form: URLSearchParams, login: DemoLogin): Response {
  const request = readRequest(form, login);
  if (typeof request === 'string') return pageAnswer(400, refusedPage(request));
  if (form.get('decision') !== 'approve') return back(asked, request, { error: 'access_denied' });
  const { clientId, redirectUri } = request.client;
  return back(asked, request, { code: login.issueCode(clientId, redirectUri, form.get('code_challenge')) });
}

function readRequest(query: URLSearchParams, login: DemoLogin): AuthorizeRequest | string {
  const client = login.client(query.get('client_id') ?? '');
  if (!client) return 'The CMS knows no client with this identifier. Create one in its API settings.';
  if (query.get('redirect_uri') !== client.redirectUri) {
    return 'The redirect address is not the one that was registered for this client.';
  }
  return { client, state: query.get('state') };
}

function back(asked: Asked, { client, state }: AuthorizeRequest, values: Record<string, string>): Response {
  const target = new URL(client.redirectUri);
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
  if (state !== null) target.searchParams.set('state', state);
  asked.header('cache-control', 'no-store');
  return asked.redirect(target.href);
}

function pageAnswer(status: number, page: string): Response {
  return answer(status, 'text/html; charset=utf-8', page, {
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'referrer-policy': 'same-origin',
  });
}

function giveTokens(body: Record<string, unknown>, login: DemoLogin): Response {
  const text = (name: string): string => String(body[name] ?? '');
  const client = login.client(text('client_id'));
  if (!client || !sameSecret(text('client_secret'), client.clientSecret)) {
    return refused(401, 'invalid_client', 'Client authentication failed.');
  }
  const grant = text('grant_type');
  if (grant !== 'authorization_code' && grant !== 'refresh_token') {
    return refused(400, 'unsupported_grant_type', 'Unknown grant type.');
  }
  const tokens =
    grant === 'authorization_code'
      ? login.redeemCode(text('code'), client.clientId, text('redirect_uri'), text('code_verifier'))
      : login.redeemRefresh(text('refresh_token'), client.clientId);
  return tokens ? jsonAnswer(tokens) : refused(400, 'invalid_grant', 'It is wrong, used, or too old.');
}

function refused(status: number, error: string, error_description: string): Response {
  return jsonAnswer({ error, error_description }, status);
}
