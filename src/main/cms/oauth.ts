import { type Message, message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Transport } from '../net/transport.ts';
import { blankSecrets } from './blank.ts';
import { checkToken } from './credentials.ts';
import { FieldReader, isObject, type Raw } from './decode/fields.ts';
import { parseAnswer } from './documents.ts';
import { statusFailure } from './status.ts';
import { jsonBody } from './upload.ts';

export interface OAuthClient {
  /** Host of the authorization endpoints, without a path. */
  readonly authUrl: string;
  readonly clientId: string;
  /** Read for each request: its file may be replaced. */
  readonly clientSecret: string;
}

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Epoch milliseconds. */
  readonly obtainedAt: number;
  /** Null: the server does not state it. */
  readonly expiresAt: number | null;
}

/** Both requests that the token endpoint takes. */
export interface TokenEndpoint {
  redeemCode(code: string, redirectUri: string, verifier: string, signal?: AbortSignal): Promise<TokenPair>;
  /** Throws `login-needed` when the server refuses for good. */
  refresh(refreshToken: string, signal?: AbortSignal): Promise<TokenPair>;
}

const limits = { bytes: 256 * 1024, depth: 16 };

export function tokenEndpoint(client: OAuthClient, transport: Transport, clock: Clock): TokenEndpoint {
  const url = new URL('/oauth/token', client.authUrl).href;

  async function ask(fields: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<TokenPair> {
    const { clientId: client_id, clientSecret: client_secret } = client;
    const answer = await transport({
      method: 'POST',
      url,
      headers: { accept: 'application/json' },
      originHeaders: { origin: new URL(url).origin, headers: {} },
      body: jsonBody({ ...fields, client_id, client_secret }),
      bytes: limits.bytes,
      signal,
    });
    if ([400, 401, 403].includes(answer.status))
      throw refusal(answer.body.toString('utf8'), fields.grant_type ?? '');
    // Only in a refusal: a server that does not rotate answers the very refresh token that it was given.
    if (answer.status >= 300)
      blankSecrets(answer.body, [
        client_secret,
        fields.code ?? '',
        fields.code_verifier ?? '',
        fields.refresh_token ?? '',
      ]);
    const failure = statusFailure(answer, 'POST', '/oauth/token', null);
    if (failure) throw failure;
    return decodePair(parseAnswer(answer, limits), fields.refresh_token ?? null, clock.now());
  }

  return {
    redeemCode: (code, redirect_uri, code_verifier, signal) =>
      ask({ grant_type: 'authorization_code', redirect_uri, code, code_verifier }, signal),
    refresh: (refresh_token, signal) => ask({ grant_type: 'refresh_token', refresh_token }, signal),
  };
}

/** The body is never quoted, as it may repeat what we sent. Its standard error word suffices. */
function refusal(body: string, grant: string): VitrineError {
  if (/"invalid_client"/.test(body)) return new VitrineError('auth', message('login-client-refused'));
  if (grant === 'authorization_code') return new VitrineError('auth', message('login-code-refused'));
  return loginNeeded(message('login-needed.refused'));
}

export function loginNeeded(why: Message): VitrineError {
  return new VitrineError('auth', why, { remedy: message('login-needed.again') });
}

const fields = new FieldReader();

export function decodePair(body: unknown, oldRefreshToken: string | null, now: number): TokenPair {
  const wrapped = isObject(body) ? fields.object(body, 'data') : null;
  const answer: Raw | null =
    wrapped && fields.has(wrapped, 'access_token') ? wrapped : isObject(body) ? body : null;
  const access = answer ? fields.filledText(answer, 'access_token') : null;
  if (answer === null || access === null) throw badAnswer(message('cms-bad-answer.no-token'));
  const type = fields.filledText(answer, 'token_type');
  if (type !== null && type.toLowerCase() !== 'bearer')
    throw badAnswer(message('cms-bad-answer.token-type', { type: type.slice(0, 40) }));
  const refresh = fields.filledText(answer, 'refresh_token');
  const seconds = fields.looseNumber(answer, 'expires_in');
  return {
    accessToken: checkToken(access, message('cms.token.access')),
    // The shape of this answer is not documented: without a new refresh token the old one stays.
    refreshToken: refresh === null ? oldRefreshToken : checkToken(refresh, message('cms.token.refresh')),
    obtainedAt: now,
    expiresAt: seconds !== null && seconds > 0 ? now + seconds * 1000 : null,
  };
}

function badAnswer(why: Message): VitrineError {
  return new VitrineError('temporary', why, { remedy: message('cms-bad-answer.login-host') });
}
