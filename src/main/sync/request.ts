import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { CmsApi } from '../cms/api.ts';
import { networkFailure } from '../cms/failure.ts';
import type { Network } from '../cms/network.ts';
import { version } from '../version.ts';
import { refused } from './failures.ts';
import type { Limits } from './limits.ts';
import type { PaceGuard } from './pace.ts';
import { type AnswerHead, announcedLength, header } from './response.ts';

export interface Opened {
  readonly head: AnswerHead;
  readonly body: Readable;
  /** Where it came from, after redirects. */
  readonly url: string;
  /** The answer came from another host than the one asked: a login page there is a captive portal. */
  readonly leftOrigin: boolean;
}

export interface RequestDoors {
  readonly cms: Pick<CmsApi, 'downloadHeaders'>;
  readonly network: Network;
  readonly clock: Clock;
  readonly limits: Limits;
}

/** One attempt, and who watches over it. */
export interface Attended {
  readonly cut: AbortController;
  readonly guard: PaceGuard;
}

/** An answer to a redirect is read to its end, so that the connection can be used again, unless it is long. */
const worthReading = 64 * 1024;

/**
 * Asks for a file and follows redirects by itself: each address gets only the headers that may go there, and none of
 * ours once the chain has left the origin where it began.
 */
export async function open(
  doors: RequestDoors,
  address: string,
  headers: Readonly<Record<string, string>>,
  attempt: Attended,
): Promise<Opened> {
  let url = address;
  let leftOrigin = false;
  for (let hop = 0; hop <= doors.limits.redirects; hop++) {
    const own = leftOrigin ? {} : await doors.cms.downloadHeaders(url);
    const { head, body } = await send(doors, url, { ...headers, ...own }, attempt);
    if (!redirects.has(head.status)) return { head, body, url, leftOrigin };
    dispose(head, body);
    const target = redirectTarget(head, url);
    if (url.startsWith('https:') && target.startsWith('http:')) {
      throw refused(
        'media-insecure-redirect',
        'The server redirects from a secure address to one that is not.',
      );
    }
    url = target;
    leftOrigin ||= new URL(url).origin !== new URL(address).origin;
  }
  throw refused('media-redirect-loop', `The server redirects more than ${doors.limits.redirects} times.`);
}

const ours = { 'user-agent': `Vitrine/${version}`, 'accept-encoding': 'identity' };

/**
 * Node's own client: with retries, redirects, decoding and timeouts of our own nothing is left of what got adds, and
 * a thousand small files take a third longer with it.
 */
async function send(
  { network, clock }: RequestDoors,
  url: string,
  headers: Readonly<Record<string, string>>,
  { cut, guard }: Attended,
): Promise<{ head: AnswerHead; body: Readable }> {
  const { signal } = cut;
  signal.throwIfAborted();
  guard.asks();
  let stop = (): void => undefined;
  const onAbort = (): void => stop();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      const isSecure = url.startsWith('https:');
      const request = (isSecure ? https : http).get(url, {
        agent: isSecure ? network.agent.https : network.agent.http,
        headers: { ...ours, ...headers },
      });
      stop = () => request.destroy(signal.reason);
      request.once('close', () => signal.removeEventListener('abort', onAbort));
      request.once('response', (body) => {
        stop = () => body.destroy(signal.reason);
        resolve({ head: { status: body.statusCode ?? 0, headers: body.headers }, body });
      });
      // For as long as it lives: what breaks after the answer has begun is told here too, and the body's reader knows.
      request.on('error', reject);
    });
  } catch (error) {
    signal.throwIfAborted();
    throw networkFailure(error, url, clock.now());
  } finally {
    guard.answered();
  }
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function redirectTarget(head: AnswerHead, from: string): string {
  const target = URL.parse(header(head, 'location') ?? '', from);
  if (target === null || !/^https?:$/.test(target.protocol)) {
    throw refused('media-bad-redirect', 'The server redirects to an address that cannot be followed.');
  }
  target.username = '';
  target.password = '';
  return target.href;
}

/** Ends an answer whose body nobody wants. */
export function dispose(head: AnswerHead, body: Readable): void {
  body.on('error', () => undefined);
  const length = announcedLength(head);
  if (length !== null && length <= worthReading) body.resume();
  else body.destroy();
}
