import { Hono } from 'hono';
import { approvePage, devicePage, donePage, refusedPage } from './authorize-page.ts';
import { ownPagesOnly } from './guard.ts';
import { answer, at, type Env, jsonAnswer, type RequestContext, readJson, shortBody } from './http.ts';
import { type DemoLogin, type OAuthClient, sameSecret } from './login.ts';
import { HttpProblem } from './problem.ts';

/** The server's metadata beyond the code flow (RFC 8414), if enabled. */
export function metadataApp(login: DemoLogin, origin: string): Hono<Env> {
  const app = new Hono<Env>();
  at(app, '/oauth-authorization-server', {
    GET: () => {
      if (!login.offersDevices) throw new HttpProblem(404, 'This server publishes no metadata.');
      return jsonAnswer({
        issuer: origin,
        authorization_endpoint: `${origin}/oauth/authorize`,
        token_endpoint: `${origin}/oauth/token`,
        device_authorization_endpoint: `${origin}/oauth/device_authorization`,
      });
    },
  });
  return app;
}

/** OAuth2 authorization code: the approval page, and tokens for codes and refresh tokens. */
export function oauthApp(login: DemoLogin): Hono<Env> {
  const app = new Hono<Env>();
  app.use(shortBody);
  // Another site must not be able to submit the approval.
  app.use('/authorize', ownPagesOnly);
  at(app, '/authorize', {
    GET: (context) => showApproval(context, new URL(context.req.url).searchParams, login),
    POST: async (context) => decided(context, new URLSearchParams(await context.req.text()), login),
  });
  app.use('/device', ownPagesOnly);
  at(app, '/device', {
    GET: (context) =>
      pageAnswer(200, devicePage(new URL(context.req.url).searchParams.get('user_code') ?? '')),
    POST: async (context) => deviceDecided(new URLSearchParams(await context.req.text()), login),
  });
  at(app, '/device_authorization', {
    POST: async (context) => beginDevice(await readFields(context), login),
  });
  at(app, '/token', {
    POST: async (context) => giveTokens(await readFields(context), login),
  });
  return app;
}

/** The code flow is documented with JSON; RFC 8628 uses forms. */
async function readFields(context: RequestContext): Promise<Record<string, unknown>> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(context.req.header('content-type') ?? '');
  return isForm ? Object.fromEntries(new URLSearchParams(await context.req.text())) : readJson(context);
}

function beginDevice(body: Record<string, unknown>, login: DemoLogin): Response {
  if (!login.offersDevices) throw new HttpProblem(404, 'There is nothing at this address.');
  const client = login.client(String(body.client_id ?? ''));
  if (!client || !sameSecret(String(body.client_secret ?? ''), client.clientSecret))
    return refused(401, 'invalid_client', 'Client authentication failed.');
  return jsonAnswer(login.beginDevice(client.clientId));
}

function deviceDecided(form: URLSearchParams, login: DemoLogin): Response {
  const code = form.get('user_code') ?? '';
  const isKnown = login.decideDevice(code, form.get('decision') === 'approve');
  return isKnown
    ? pageAnswer(200, donePage())
    : pageAnswer(400, refusedPage('This code is wrong, used, or too old.'));
}

interface AuthorizeRequest {
  readonly client: OAuthClient;
  readonly state: string | null;
}

function showApproval(context: RequestContext, query: URLSearchParams, login: DemoLogin): Response {
  const request = readRequest(query, login);
  // Never redirect to an unregistered address: show the error on this page.
  if (typeof request === 'string') return pageAnswer(400, refusedPage(request));
  if (query.get('response_type') !== 'code')
    return back(context, request, { error: 'unsupported_response_type' });
  return pageAnswer(200, approvePage(request.client, query));
}

function decided(context: RequestContext, form: URLSearchParams, login: DemoLogin): Response {
  const request = readRequest(form, login);
  if (typeof request === 'string') return pageAnswer(400, refusedPage(request));
  if (form.get('decision') !== 'approve') return back(context, request, { error: 'access_denied' });
  const { clientId, redirectUri } = request.client;
  return back(context, request, { code: login.issueCode(clientId, redirectUri, form.get('code_challenge')) });
}

function readRequest(query: URLSearchParams, login: DemoLogin): AuthorizeRequest | string {
  const client = login.client(query.get('client_id') ?? '');
  if (!client) return 'The CMS knows no client with this identifier. Create one in its API settings.';
  if (query.get('redirect_uri') !== client.redirectUri) {
    return 'The redirect address is not the one that was registered for this client.';
  }
  return { client, state: query.get('state') };
}

function back(
  context: RequestContext,
  { client, state }: AuthorizeRequest,
  values: Record<string, string>,
): Response {
  const target = new URL(client.redirectUri);
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
  if (state !== null) target.searchParams.set('state', state);
  context.header('cache-control', 'no-store');
  return context.redirect(target.href);
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
  if (grant === 'urn:ietf:params:oauth:grant-type:device_code' && login.offersDevices) {
    const given = login.redeemDevice(text('device_code'), client.clientId);
    return typeof given === 'string' ? refused(400, given, 'See the name of the error.') : jsonAnswer(given);
  }
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
