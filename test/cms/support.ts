import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type DemoCms, type DemoCmsOptions, startDemoCms } from '../../src/demo/cms.ts';
import type { CmsApi, RetryAfterStore } from '../../src/main/cms/api.ts';
import { type CmsNeeds, createCms } from '../../src/main/cms/client.ts';
import { personalToken } from '../../src/main/cms/credentials.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { ManualClock } from '../support/manual-clock.ts';

export const token = 'vpt_recognisable-personal-token';

/** Short waits for tests; generous where a busy machine must not look like a broken server. */
export const quick = {
  backoff: { firstMs: 1, mostMs: 5 },
  secondReadMs: 5,
  connectMs: 10_000,
  answerMs: 10_000,
  silenceMs: 10_000,
  floorWindowMs: 10_000,
  shortWaitMs: 2000,
};

export async function demo(options: DemoCmsOptions = {}): Promise<DemoCms> {
  const cms = await startDemoCms({ ...options, tokens: { personal: [token], ...options.tokens } });
  onTestFinished(() => cms.stop());
  return cms;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface RawServer {
  readonly origin: string;
  readonly baseUrl: string;
  readonly requests: {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
  }[];
}

/** A server with arbitrary answers. */
export async function rawServer(handler: Handler, host = '127.0.0.1'): Promise<RawServer> {
  const requests: RawServer['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    response.on('error', () => request.socket.destroy());
    void handler(request, response);
  });
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  return { origin, baseUrl: `${origin}/api/v1.0/`, requests };
}

export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function retryAfterInMemory(until: number | null = null): RetryAfterStore & { value: number | null } {
  return {
    value: until,
    until() {
      return this.value;
    },
    set(value) {
      this.value = value;
    },
  };
}

export interface TestClient {
  readonly cms: CmsApi;
  readonly lines: LogLine[];
  readonly retryAfter: ReturnType<typeof retryAfterInMemory>;
}

/** A client of that server. Ignores the environment's proxy. */
export function client(baseUrl: string, options: Partial<CmsNeeds> = {}): TestClient {
  const lines: LogLine[] = [];
  const retryAfter = retryAfterInMemory();
  const cms = createCms({
    baseUrl,
    credentials: personalToken(token),
    retryAfter,
    clock: systemClock,
    log: createLog((line) => lines.push(line)),
    env: {},
    ...options,
    limits: { ...quick, ...options.limits },
  });
  onTestFinished(() => cms.close());
  return { cms, lines, retryAfter };
}

export async function failure(promise: Promise<unknown>): Promise<VitrineError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof VitrineError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** A wall clock that the test moves; waits run in real time. */
export function clockAt(at: number): ManualClock {
  return new ManualClock({ at, realBelowMs: Number.POSITIVE_INFINITY });
}
