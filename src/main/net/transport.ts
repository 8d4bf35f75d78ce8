import { message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Network } from './network.ts';
import { firstHop, mostRedirects, nextHop, type RedirectRefusal } from './redirect.ts';
import { type Answer, type HttpRequest, type SendLimits, send } from './send.ts';

export interface TransportLimits extends SendLimits {
  /** 0: redirects are returned as answers. */
  readonly redirects: number;
}

export const defaultTransportLimits: TransportLimits = {
  lookupMs: 10_000,
  connectMs: 15_000,
  answerMs: 60_000,
  silenceMs: 30_000,
  floorWindowMs: 20_000,
  floorBytesPerSecond: 512,
  redirects: mostRedirects,
};

export interface TransportRequest extends HttpRequest {
  /** Headers for this origin only, such as the token, wherever redirects lead. */
  readonly originHeaders: { readonly origin: string; readonly headers: Readonly<Record<string, string>> };
}

export type Transport = (request: TransportRequest) => Promise<Answer>;

/** One request and its answer after redirects, without retries or judgement of the status. */
export function createTransport(
  network: Network,
  clock: Clock,
  userAgent: string,
  limits: TransportLimits,
): Transport {
  return async ({ originHeaders, body, ...request }) => {
    let hop = firstHop(request.url, request.method);
    let isLed = false;
    for (;;) {
      const { url, method } = hop;
      const isOwn = !hop.hasLeft && new URL(url).origin === originHeaders.origin;
      const own = isOwn ? originHeaders.headers : {};
      const headers = { 'user-agent': userAgent, ...request.headers, ...own };
      const answer = await send(
        { network, clock, limits },
        { ...request, url, method, headers, isLed, ...(body && method === request.method ? { body } : {}) },
      );
      const { status } = answer;
      const next = nextHop(hop, { status, location: answer.headers.location }, limits.redirects);
      // A redirect without an address is returned as an answer.
      if (next === null || next === 'no-address') return answer;
      if (typeof next === 'string') throw notFollowed(next, answer, limits);
      isLed ||= network.reach.isPublic(url);
      hop = next;
    }
  };
}

function notFollowed(
  why: Exclude<RedirectRefusal, 'no-address'>,
  { url, headers }: Answer,
  { redirects }: TransportLimits,
): VitrineError {
  const { host } = new URL(url);
  const { origin } = new URL(headers.location ?? '', url);
  switch (why) {
    case 'loop':
      return new VitrineError('temporary', message('cms-redirect-loop', { host, count: redirects }));
    case 'insecure':
      return new VitrineError('permanent', message('cms-redirected.insecure', { host, origin }));
    case 'change-elsewhere':
      return new VitrineError('permanent', message('cms-redirected.change', { host, origin }));
  }
}
