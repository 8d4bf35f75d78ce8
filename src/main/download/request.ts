import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { type Message, message } from '../../shared/languages/message.ts';
import type { CmsApi } from '../cms/api.ts';
import { version } from '../ground/version.ts';
import { networkFailure } from '../net/failure.ts';
import type { PaceGuard } from '../net/pace.ts';
import { firstHop, nextHop, type RedirectRefusal } from '../net/redirect.ts';
import { refused } from './failures.ts';
import type { SharedNeeds } from './needs.ts';
import { type AnswerHead, announcedLength, header } from './response.ts';

export interface Answer {
  readonly head: AnswerHead;
  readonly body: Readable;
}

export interface Opened extends Answer {
  /** The answer came from another origin than requested: a login page there is a captive portal. */
  readonly leftOrigin: boolean;
}

export interface RequestNeeds extends Pick<SharedNeeds, 'network' | 'clock' | 'limits'> {
  readonly cms: Pick<CmsApi, 'downloadHeaders' | 'refreshLogin'>;
}

/** One attempt with its abort signal and its pace guard. */
export interface Attended {
  readonly cut: AbortController;
  readonly guard: PaceGuard;
}

/**
 * Requests a file and follows redirects. Each address gets only the headers meant for it, and none of ours once the chain
 * has left its first origin.
 */
export async function open(
  needs: RequestNeeds,
  address: string,
  headers: Readonly<Record<string, string>>,
  attempt: Attended,
): Promise<Opened> {
  let hop = firstHop(address);
  let isLed = false;
  for (;;) {
    const own = hop.hasLeft ? {} : await needs.cms.downloadHeaders(hop.url);
    const answer = await send(needs, { url: hop.url, isLed }, { ...headers, ...own }, attempt);
    const { status } = answer.head;
    const next = nextHop(hop, { status, location: header(answer.head, 'location') ?? undefined });
    if (next === null) return { ...answer, leftOrigin: hop.hasLeft };
    dispose(answer, needs);
    if (typeof next === 'string') throw refused(redirectRefusals[next]);
    isLed ||= needs.network.reach.isPublic(hop.url);
    hop = next;
  }
}

const redirectRefusals: Readonly<Record<RedirectRefusal, Message>> = {
  loop: message('media-redirect-loop'),
  insecure: message('media-insecure-redirect'),
  'no-address': message('media-bad-redirect'),
  'change-elsewhere': message('media-bad-redirect'),
};

const ours = { 'user-agent': `Vitrine/${version}`, 'accept-encoding': 'identity' };

/**
 * Uses Node's own client: retries, redirects, decoding and timeouts are done here, and with got a thousand small files
 * take a third longer.
 */
async function send(
  { network, clock }: RequestNeeds,
  { url, isLed }: { readonly url: string; readonly isLed: boolean },
  headers: Readonly<Record<string, string>>,
  { cut, guard }: Attended,
): Promise<Answer> {
  const { signal } = cut;
  signal.throwIfAborted();
  guard.awaitAnswer();
  let stop = (): void => undefined;
  const onAbort = (): void => stop();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      const isSecure = url.startsWith('https:');
      const request = (isSecure ? https : http).get(url, {
        agent: (isLed ? network.ledAgent : network.agent)[isSecure ? 'https' : 'http'],
        headers: { ...ours, ...headers },
      });
      stop = () => request.destroy(signal.reason);
      request.once('close', () => signal.removeEventListener('abort', onAbort));
      request.once('response', (body) => {
        stop = () => body.destroy(signal.reason);
        resolve({ head: { status: body.statusCode ?? 0, headers: body.headers }, body });
      });
      // Stays for the life of the request: an error after the head of the answer would otherwise be unhandled.
      request.on('error', reject);
    });
  } catch (error) {
    signal.throwIfAborted();
    throw networkFailure(error, url, clock.now());
  } finally {
    guard.answered();
  }
}

/** An unwanted answer that is longer than this is not read to its end. */
const worthReading = 64 * 1024;

/** Ends an unwanted answer. A short one is read to its end, so that its connection can be reused. */
export function dispose(
  { head, body }: Answer,
  { clock, limits }: Pick<RequestNeeds, 'clock' | 'limits'>,
): void {
  body.on('error', () => undefined);
  const length = announcedLength(head);
  if (length === null || length > worthReading) {
    body.destroy();
    return;
  }
  // A timer and not the guard, which may end earlier with its attempt.
  const cancel = clock.after(limits.silenceMs, () => body.destroy());
  body.once('close', cancel);
  body.resume();
}
