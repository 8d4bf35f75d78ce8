import { Readable } from 'node:stream';
import got from 'got';
import type { Clock } from '../ground/clock.ts';
import { networkFailure } from './failure.ts';
import { tooLarge } from './json.ts';
import type { Network } from './network.ts';
import { PaceGuard, type PaceLimits } from './pace.ts';

export interface SendLimits extends PaceLimits {
  readonly lookupMs: number;
  readonly connectMs: number;
}

export interface SendNeeds {
  readonly network: Network;
  readonly clock: Clock;
  readonly limits: SendLimits;
}

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Body;
  /** A server on the internet redirected us to this address. */
  readonly isLed?: boolean;
  /** Maximum length of the answer; a longer one is refused while it arrives. */
  readonly bytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** The body can be opened again, because a redirect may need it again. */
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

/** Bytes of a refusal that are read. */
const excerptBytes = 16 * 1024;

/**
 * One request and its answer of any status. A server may close a kept connection just as a request uses it, so a GET is
 * retried once, at once.
 */
export function send(needs: SendNeeds, request: HttpRequest): Promise<Answer> {
  return attempt(needs, request, request.method === 'GET');
}

async function attempt(needs: SendNeeds, request: HttpRequest, mayRetry: boolean): Promise<Answer> {
  const { network, clock, limits } = needs;
  const { method, url, headers, body, isLed, bytes, signal } = request;
  signal?.throwIfAborted();
  const opened = body?.open();
  const stream = got.stream(url, {
    method: method as 'GET',
    headers: {
      ...headers,
      ...(body ? { 'content-type': body.type, 'content-length': String(body.length) } : {}),
    },
    ...(opened ? { body: opened } : {}),
    agent: isLed ? network.ledAgent : network.agent,
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
  if (!opened && method !== 'GET') stream.end();
  // The loop below reports failures; a later one must not be unhandled.
  stream.on('error', () => undefined);
  const guarded = (): PaceGuard => {
    const guard = new PaceGuard(clock, limits, () => stream.destroy(new TooSlow()));
    guard.release();
    return guard;
  };
  const upload = opened instanceof Readable ? guarded() : null;
  let sent = 0;
  stream.on('uploadProgress', ({ transferred }) => {
    upload?.moved(transferred - sent);
    sent = transferred;
    // From here on the timeout of the answer applies.
    if (body && transferred >= body.length) upload?.end();
    body?.onProgress?.(Math.min(transferred, body.length), body.length);
  });
  let download: PaceGuard | null = null;
  try {
    const response = await responseOf(stream);
    upload?.end();
    download = guarded();
    const isWanted = response.statusCode < 300;
    if (isWanted && Number(response.headers['content-length'] ?? 0) > bytes) throw tooLarge(bytes);
    const chunks: Buffer[] = [];
    let received = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      download.moved(chunk.length);
      received += chunk.length;
      if (isWanted && received > bytes) throw tooLarge(bytes);
      chunks.push(chunk);
      if (!isWanted && received > excerptBytes) break;
    }
    const { statusCode: status } = response;
    return { status, headers: oneValueEach(response.headers), body: Buffer.concat(chunks), url };
  } catch (error) {
    signal?.throwIfAborted();
    const failure = networkFailure(error, url, clock.now());
    const wasClosedIdle = download === null && stream.reusedSocket && failure.code === 'cms-unreachable-cut';
    if (mayRetry && wasClosedIdle) return await attempt(needs, request, false);
    throw failure;
  } finally {
    upload?.end();
    download?.end();
    stream.destroy();
    if (opened instanceof Readable) opened.destroy();
  }
}

class TooSlow extends Error {
  readonly code = 'ETIMEDOUT';
  override readonly message = 'The bytes move too slowly.';
}

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
