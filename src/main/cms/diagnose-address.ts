import { apiPath } from '../config/cms-address.ts';
import { systemClock } from '../ground/clock.ts';
import { asVitrineError } from '../ground/errors.ts';
import { withoutEnd } from '../ground/without-end.ts';
import type { Network } from '../net/network.ts';
import { mostRedirects } from '../net/redirect.ts';
import type { Answer } from '../net/send.ts';
import { createTransport, defaultTransportLimits } from '../net/transport.ts';
import { isObject } from './decode/fields.ts';

const limits = {
  ...defaultTransportLimits,
  lookupMs: 3000,
  connectMs: 4000,
  answerMs: 8000,
  silenceMs: 8000,
};

/** Guesses the intended address. Requests carry no token, because the host is not known yet. */
export async function guessBaseUrl(baseUrl: string, network: Network): Promise<string | null> {
  for (const candidate of candidates(baseUrl)) {
    const answer = await ask(`${candidate}playlist`, network);
    if (answer !== null && looksLikeTheInterface(answer)) return baseOf(answer.url) ?? candidate;
  }
  return null;
}

/** The server's clock, requested over plain HTTP because its certificate cannot be verified. */
export async function serverTime(baseUrl: string, network: Network): Promise<number | null> {
  const url = new URL(baseUrl);
  url.protocol = 'http:';
  url.port = '';
  const answer = await ask(`${url.origin}/`, network, 0);
  const time = Date.parse(answer?.headers.date ?? '');
  return Number.isNaN(time) ? null : time;
}

function candidates(baseUrl: string): readonly string[] {
  const url = new URL(baseUrl);
  const other = new URL(baseUrl);
  other.protocol = url.protocol === 'https:' ? 'http:' : 'https:';
  const bare = withoutEnd(url.pathname.replace(/\/((api|doc|oauth)(\/.*)?|login.*|index\.\w+)$/is, ''), '/');
  const tried = [url, other].flatMap(({ origin }) => [
    `${origin}${url.pathname}`,
    `${origin}${bare}${apiPath}`,
    `${origin}${apiPath}`,
    `${origin}${url.pathname.replace(/\/$/, '')}${apiPath}`,
  ]);
  return [...new Set(tried)].filter((candidate) => candidate !== baseUrl);
}

async function ask(url: string, network: Network, redirects = mostRedirects): Promise<Answer | null> {
  const transport = createTransport(network, systemClock, 'Vitrine', { ...limits, redirects });
  const origin = new URL(url).origin;
  try {
    return await transport({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      originHeaders: { origin, headers: {} },
      bytes: 1024 * 1024,
    });
  } catch (thrown) {
    // A guess that does not answer, or answers too much, is no finding of its own.
    return asVitrineError(thrown).kind === 'usage' ? Promise.reject(thrown) : null;
  }
}

/** It answers a list, or refuses in JSON because it wants a token. */
function looksLikeTheInterface(answer: Answer): boolean {
  if (![200, 401, 403].includes(answer.status)) return false;
  try {
    const body: unknown = JSON.parse(answer.body.toString('utf8'));
    return answer.status === 200 ? Array.isArray(body) || (isObject(body) && 'data' in body) : isObject(body);
  } catch {
    return false;
  }
}

function baseOf(url: string): string | null {
  const { origin, pathname } = new URL(url);
  return pathname.endsWith('/playlist') ? `${origin}${pathname.slice(0, -'playlist'.length)}` : null;
}
