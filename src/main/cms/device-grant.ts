import { message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import { doubledMs, retryAfterMs } from '../ground/retry.ts';
import type { Answer, Body } from '../net/send.ts';
import type { Transport } from '../net/transport.ts';
import { blankSecrets } from './blank.ts';
import { FieldReader, isObject } from './decode/fields.ts';
import { parseAnswer } from './documents.ts';
import { decodePair, type OAuthClient, type TokenPair } from './oauth.ts';
import { statusFailure } from './status.ts';

/** A login that the user approves on another device with a short code (RFC 8628). */
export interface DeviceLogin {
  /** The user types this code there, or compares it. */
  readonly userCode: string;
  /** The approval page; includes the code if the CMS supports that. */
  readonly address: string;
  readonly shortAddress: string;
  /** Null: not approved yet, or the CMS is unreachable. A call before the interval sends no request. */
  poll(): Promise<TokenPair | null>;
}

const limits = { bytes: 64 * 1024, depth: 8 };
/** Server metadata (RFC 8414). */
const metadataPath = '/.well-known/oauth-authorization-server';
const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
/** Default polling interval, its maximum, and the increase on `slow_down`, in seconds. */
const [usualSeconds, mostSeconds, moreSeconds] = [5, 60, 5];
const mostLifeSeconds = 30 * 60;

const fields = new FieldReader();

/** Null: not supported. The documented API does not mention it, so the server's metadata decides. */
export async function beginDeviceLogin(
  client: OAuthClient,
  transport: Transport,
  clock: Clock,
): Promise<DeviceLogin | null> {
  const origin = new URL(client.authUrl).origin;
  const { clientId: client_id, clientSecret: client_secret } = client;
  const ask = async (method: 'GET' | 'POST', path: string, sent?: Readonly<Record<string, string>>) => {
    const answer = await transport({
      method,
      url: new URL(path, origin).href,
      headers: { accept: 'application/json' },
      originHeaders: { origin, headers: {} },
      bytes: limits.bytes,
      ...(sent ? { body: formBody(sent) } : {}),
    });
    // A refusal is shown on the screen, where everybody reads it.
    if (answer.status >= 300) blankSecrets(answer.body, [client_secret, sent?.device_code ?? '']);
    return answer;
  };
  const path = await offeredPath(origin, () => ask('GET', metadataPath));
  if (path === null) return null;
  const answer = await ask('POST', path, { client_id, client_secret });
  if (isNotForUs(answer)) return null;
  if ([400, 401, 403].includes(answer.status)) throw refused(errorIn(answer) ?? 'unknown');
  const failure = statusFailure(answer, 'POST', path, null);
  if (failure) throw failure;
  const grant = begun(answer);
  const endsAt = clock.monotonic() + grant.lifeSeconds * 1000;
  let everyMs = grant.everySeconds * 1000;
  let nextAt = clock.monotonic() + everyMs;
  let failures = 0;
  return {
    userCode: grant.userCode,
    address: grant.completeAddress ?? grant.address,
    shortAddress: grant.address,
    async poll() {
      const now = clock.monotonic();
      if (now >= endsAt) throw refused('expired_token');
      if (now < nextAt) return null;
      // One request at a time.
      nextAt = endsAt;
      const sent = { grant_type: grantType, device_code: grant.deviceCode, client_id, client_secret };
      let restMs = 0;
      try {
        const answer = await ask('POST', '/oauth/token', sent).catch(nullIfItPasses);
        const error = answer && errorIn(answer);
        const failure = answer && statusFailure(answer, 'POST', '/oauth/token', null);
        const isAnswered = error === 'authorization_pending' || error === 'slow_down';
        if (answer === null || (!isAnswered && failure?.retryable)) {
          failures++;
          restMs = retryAfterMs(answer?.headers['retry-after'], answer?.headers.date, clock.now()) ?? 0;
          return null;
        }
        failures = 0;
        if (error === 'slow_down') everyMs += moreSeconds * 1000;
        if (isAnswered) return null;
        if (error !== null) throw refused(error);
        if (failure) throw failure;
        return decodePair(parseAnswer(answer, limits), null, clock.now());
      } finally {
        const backoff = { firstMs: everyMs, mostMs: Math.max(everyMs, mostSeconds * 1000) };
        nextAt = clock.monotonic() + Math.max(doubledMs(failures, backoff), restMs);
      }
    },
  };
}

/** A temporary failure must not end a login that the user may be approving. */
function nullIfItPasses(thrown: unknown): null {
  if (asVitrineError(thrown).retryable) return null;
  throw thrown;
}

/** The server does not offer the grant to this client, or its advertised address does not exist. */
function isNotForUs(answer: Answer): boolean {
  const error = errorIn(answer);
  return (
    [404, 405, 410, 501].includes(answer.status) ||
    error === 'unauthorized_client' ||
    error === 'unsupported_grant_type'
  );
}

/** The advertised path on the login host itself: an address elsewhere would receive the client secret. */
async function offeredPath(origin: string, ask: () => Promise<Answer>): Promise<string | null> {
  const answer = await ask();
  if (answer.status !== 200) return null;
  const metadata = parsed(answer);
  const url = isObject(metadata)
    ? URL.parse(fields.filledText(metadata, 'device_authorization_endpoint') ?? '')
    : null;
  return url?.origin === origin ? `${url.pathname}${url.search}` : null;
}

/** Null: not JSON, as from a server without metadata. */
function parsed(answer: Answer): unknown {
  try {
    return parseAnswer(answer, limits);
  } catch (thrown) {
    if (thrown instanceof VitrineError) return null;
    throw thrown;
  }
}

function begun(answer: Answer) {
  const body = parseAnswer(answer, limits);
  const offer = isObject(body) ? body : {};
  const deviceCode = fields.filledText(offer, 'device_code');
  const userCode = fields.filledText(offer, 'user_code');
  const address = webAddress(fields.filledText(offer, 'verification_uri'));
  if (deviceCode === null || userCode === null || userCode.length > 40 || address === null)
    throw new VitrineError('temporary', message('cms-bad-answer.no-code'));
  const seconds = fields.looseNumber(offer, 'interval') ?? usualSeconds;
  const life = fields.looseNumber(offer, 'expires_in') ?? mostLifeSeconds;
  return {
    deviceCode,
    userCode,
    address,
    completeAddress: webAddress(fields.filledText(offer, 'verification_uri_complete')),
    everySeconds: Math.min(Math.max(seconds, 1), mostSeconds),
    lifeSeconds: Math.min(Math.max(life, 1), mostLifeSeconds),
  };
}

/** Only web addresses: the phone's page links to it, so `javascript:` must not pass. */
function webAddress(text: string | null): string | null {
  const url = URL.parse(text ?? '');
  return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= 500 ? url.href : null;
}

/** The standard error code of a refusal; null: none. */
function errorIn(answer: Answer): string | null {
  if (answer.status < 400 || answer.status >= 500) return null;
  return /"error"\s*:\s*"([a-z_]{1,40})"/.exec(answer.body.toString('utf8'))?.[1] ?? 'unknown';
}

function refused(error: string): VitrineError {
  if (error === 'expired_token') return new VitrineError('auth', message('login-code-expired'));
  if (error === 'access_denied') return new VitrineError('auth', message('login-denied'));
  return new VitrineError('auth', message('login-client-refused.device', { code: error }));
}

function formBody(sent: Readonly<Record<string, string>>): Body {
  const bytes = Buffer.from(new URLSearchParams(sent).toString());
  return { type: 'application/x-www-form-urlencoded', length: bytes.length, open: () => bytes };
}
