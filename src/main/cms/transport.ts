import type { Readable } from 'node:stream';
import got from 'got';
import type { Clock } from '../clock.ts';
import { VitrineError } from '../errors.ts';
import { networkFailure } from './failure.ts';
import { tooLarge } from './json.ts';
import type { Network } from './network.ts';
import { type ThroughputFloor, TooSlow, watchThroughput } from './throughput.ts';

export interface TransportLimits extends ThroughputFloor {
  readonly lookupMs: number;
  readonly connectMs: number;
  /** From the last byte of the request to the first of the answer. */
  readonly answerMs: number;
  /** Silence on the line. */
  readonly silenceMs: number;
  readonly redirects: number;
}

export const defaultTransportLimits: TransportLimits = {
  lookupMs: 10_000,
  connectMs: 15_000,
  answerMs: 60_000,
  silenceMs: 30_000,
  floorWindowMs: 20_000,
  floorBytes: 20 * 512,
  redirects: 10,
};

export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that go to this origin and to no other, whatever the redirects say: the token. */
  readonly originHeaders: { readonly origin: string; readonly headers: Readonly<Record<string, string>> };
  readonly body?: Body;
  /** An answer above this is refused while it arrives. */
  readonly bytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** A body can be sent again after a redirect only when it can be opened again. */
export interface Body {
  readonly type: string;
  readonly length: number;
  open(): Buffer | Readable;
  readonly onProgress?: (sent: number, total: number) => void;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** Where it came from after redirects. */
  readonly url: string;
}

export type Transport = (exchange: Exchange) => Promise<Answer>;

/** One exchange of request and answer, redirects followed: no retries, no judgement of the status. */
export function createTransport(
  network: Network,
  clock: Clock,
  userAgent: string,
  limits: TransportLimits,
): Transport {
  return async (exchange) => {
    let url = exchange.url;
    let method = exchange.method;
    // Once a chain has been elsewhere, whoever is there chose the address: nothing of ours goes with it any more.
    let isOwn = true;
    for (let hop = 0; hop <= limits.redirects; hop++) {
      isOwn &&= new URL(url).origin === exchange.originHeaders.origin;
      const answer = await send(exchange, method, url, isOwn);
      const target = redirectTarget(answer);
      if (target === null) return answer;
      const isSafe = method === 'GET' || method === 'HEAD';
      // As browsers do it: of 301 and 302 only a POST becomes a GET. A DELETE that did would read, and look well.
      const becomesGet = answer.status === 303 || (method === 'POST' && answer.status <= 302);
      if (!isSafe && new URL(target).origin !== new URL(url).origin) {
        throw new VitrineError(
          'permanent',
          'cms-redirected',
          `The CMS sent the request on to ${new URL(target).origin}.`,
          {
            remedy: `If that is the CMS, give the address ${new URL(target).origin} in the configuration.`,
          },
        );
      }
      if (!isSafe && becomesGet) method = 'GET';
      url = target;
    }
    throw new VitrineError(
      'temporary',
      'cms-redirect-loop',
      `The CMS redirects in a loop (${limits.redirects} times).`,
      {
        remedy: 'Check the address of the CMS, http against https above all.',
      },
    );
  };

  async function send(exchange: Exchange, method: string, url: string, isOwn: boolean): Promise<Answer> {
    exchange.signal?.throwIfAborted();
    const body = method === exchange.method ? exchange.body : undefined;
    const opened = body?.open();
    const stream = got.stream(url, {
      method: method as 'GET',
      headers: {
        'user-agent': userAgent,
        ...exchange.headers,
        ...(isOwn ? exchange.originHeaders.headers : {}),
        ...(body ? { 'content-type': body.type, 'content-length': String(body.length) } : {}),
      },
      ...(opened ? { body: opened } : {}),
      agent: network.agent,
      https: network.https,
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      decompress: true,
      timeout: {
        lookup: limits.lookupMs,
        connect: limits.connectMs,
        secureConnect: limits.connectMs,
        response: limits.answerMs,
        socket: limits.silenceMs,
      },
      ...(exchange.signal ? { signal: exchange.signal } : {}),
    });
    // Without a body the library waits for one to be written, except for GET.
    if (!opened && method !== 'GET') stream.end();
    // A failure is told by the reading below; one that comes after it has nobody to tell.
    stream.on('error', () => undefined);
    const tooSlow = (): void => void stream.destroy(new TooSlow());
    let sent = 0;
    let unwatch =
      body && opened && !Buffer.isBuffer(opened)
        ? watchThroughput(clock, limits, () => sent, tooSlow)
        : nothing;
    stream.on('uploadProgress', ({ transferred }) => {
      sent = transferred;
      // From here on the answer is waited for, which has a limit of its own.
      if (body && transferred >= body.length) unwatch();
      body?.onProgress?.(Math.min(transferred, body.length), body.length);
    });
    try {
      const response = await responseOf(stream);
      unwatch();
      let received = 0;
      unwatch = watchThroughput(clock, limits, () => received, tooSlow);
      const isWanted = response.statusCode < 300;
      if (isWanted && Number(response.headers['content-length'] ?? 0) > exchange.bytes)
        throw tooLarge(exchange.bytes);
      const chunks: Buffer[] = [];
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        received += chunk.length;
        if (isWanted && received > exchange.bytes) throw tooLarge(exchange.bytes);
        chunks.push(chunk);
        if (!isWanted && received > excerptBytes) break;
      }
      const { statusCode: status, headers } = response;
      return { status, headers: oneValueEach(headers), body: Buffer.concat(chunks), url };
    } catch (error) {
      exchange.signal?.throwIfAborted();
      throw networkFailure(error, url, clock.now());
    } finally {
      unwatch();
      stream.destroy();
      if (opened && !Buffer.isBuffer(opened)) opened.destroy();
    }
  }
}

/** Of a refusal only an excerpt is of interest. */
const excerptBytes = 16 * 1024;

const nothing = (): void => undefined;

type IncomingHeaders = Readonly<Record<string, string | string[] | undefined>>;

function responseOf(
  stream: ReturnType<typeof got.stream>,
): Promise<{ readonly statusCode: number; readonly headers: IncomingHeaders }> {
  return new Promise((resolve, reject) => {
    stream.once('response', resolve);
    stream.once('error', reject);
  });
}

function oneValueEach(headers: IncomingHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

function redirectTarget(answer: Answer): string | null {
  if (![301, 302, 303, 307, 308].includes(answer.status)) return null;
  const target = URL.parse(answer.headers.location ?? '', answer.url);
  if (!target || (target.protocol !== 'http:' && target.protocol !== 'https:')) return null;
  target.username = '';
  target.password = '';
  return target.href;
}
