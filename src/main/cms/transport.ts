import { Readable } from 'node:stream';
import got from 'got';
import type { Clock } from '../clock.ts';
import { VitrineError } from '../errors.ts';
import { networkFailure } from './failure.ts';
import { tooLarge } from './json.ts';
import type { Network } from './network.ts';
import { PaceGuard, type PaceLimits } from './pace.ts';
import { firstHop, type Hop, mostRedirects, nextHop, type RedirectRefusal } from './redirect.ts';

export interface TransportLimits extends PaceLimits {
  readonly lookupMs: number;
  readonly connectMs: number;
  /** 0: a redirect is the answer. */
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

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The token: headers for this origin and no other, wherever redirects lead. */
  readonly originHeaders: { readonly origin: string; readonly headers: Readonly<Record<string, string>> };
  readonly body?: Body;
  /** A longer answer is refused while it arrives. */
  readonly bytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** A redirect may want the body again, so it can be opened again. */
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
  /** Its address, after redirects. */
  readonly url: string;
}

export type Transport = (request: HttpRequest) => Promise<Answer>;

/** One request and its answer, redirects followed: no retries, no judgement of the status. */
export function createTransport(
  network: Network,
  clock: Clock,
  userAgent: string,
  limits: TransportLimits,
): Transport {
  return async (request) => {
    let hop = firstHop(request.url, request.method);
    for (;;) {
      const isOwn = !hop.hasLeft && new URL(hop.url).origin === request.originHeaders.origin;
      const answer = await send(request, hop, isOwn);
      const { status, headers } = answer;
      const next = nextHop(hop, { status, location: headers.location }, limits.redirects);
      // A redirect to nowhere is judged as the status that it is.
      if (next === null || next === 'no-address') return answer;
      if (typeof next === 'string') throw notFollowed(next, answer, limits);
      hop = next;
    }
  };

  async function send(request: HttpRequest, hop: Hop, isOwn: boolean): Promise<Answer> {
    const { signal } = request;
    signal?.throwIfAborted();
    const body = hop.method === request.method ? request.body : undefined;
    const opened = body?.open();
    const stream = got.stream(hop.url, {
      method: hop.method as 'GET',
      headers: {
        'user-agent': userAgent,
        ...request.headers,
        ...(isOwn ? request.originHeaders.headers : {}),
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
      },
      ...(signal ? { signal } : {}),
    });
    // Without a body got waits for one to be written, except for GET.
    if (!opened && hop.method !== 'GET') stream.end();
    // The reading below tells of a failure; one that comes after it concerns nobody.
    stream.on('error', () => undefined);
    const guarded = (): PaceGuard => new PaceGuard(clock, limits, () => stream.destroy(new TooSlow()));
    const upload = opened instanceof Readable ? guarded() : null;
    upload?.release();
    let sent = 0;
    stream.on('uploadProgress', ({ transferred }) => {
      upload?.came(transferred - sent);
      sent = transferred;
      // The answer, which is waited for from here on, has a limit of its own.
      if (body && transferred >= body.length) upload?.end();
      body?.onProgress?.(Math.min(transferred, body.length), body.length);
    });
    let download: PaceGuard | null = null;
    try {
      const response = await responseOf(stream);
      upload?.end();
      download = guarded();
      download.release();
      const { statusCode: status, headers } = response;
      const isWanted = status < 300;
      if (isWanted && Number(headers['content-length'] ?? 0) > request.bytes) throw tooLarge(request.bytes);
      const chunks: Buffer[] = [];
      let received = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        download.came(chunk.length);
        received += chunk.length;
        if (isWanted && received > request.bytes) throw tooLarge(request.bytes);
        chunks.push(chunk);
        if (!isWanted && received > excerptBytes) break;
      }
      return { status, headers: oneValueEach(headers), body: Buffer.concat(chunks), url: hop.url };
    } catch (error) {
      signal?.throwIfAborted();
      throw networkFailure(error, hop.url, clock.now());
    } finally {
      upload?.end();
      download?.end();
      stream.destroy();
      if (opened instanceof Readable) opened.destroy();
    }
  }
}

class TooSlow extends Error {
  readonly code = 'ETIMEDOUT';
  override readonly message = 'The bytes move too slowly.';
}

function notFollowed(
  why: Exclude<RedirectRefusal, 'no-address'>,
  { url, headers }: Answer,
  { redirects }: TransportLimits,
): VitrineError {
  const { origin } = new URL(headers.location ?? '', url);
  switch (why) {
    case 'loop':
      return new VitrineError(
        'temporary',
        'cms-redirect-loop',
        `The CMS redirects in a loop (${redirects} times).`,
        { remedy: 'Check the address of the CMS, http against https above all.' },
      );
    case 'insecure':
      return new VitrineError(
        'permanent',
        'cms-redirected',
        `The CMS sends us from a secured address on to one that is not: ${origin}.`,
        { remedy: 'Let the CMS, or the proxy before it, redirect to addresses that begin with https://.' },
      );
    case 'change-elsewhere':
      return new VitrineError('permanent', 'cms-redirected', `The CMS sent the request on to ${origin}.`, {
        remedy: `If that is the CMS, give the address ${origin} in the configuration.`,
      });
  }
}

/** Only the beginning of a refusal is of interest. */
const excerptBytes = 16 * 1024;

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
