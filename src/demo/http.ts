import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request and its answer, parsed as far as every part of the server needs it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  /** Decoded by nobody: as it stands in the request line, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The second listener is another origin: it serves files for the variants that point away. */
  readonly side: 'own' | 'other';
}

/** A refusal with the status that fits. `message` is for people. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.details = details;
    this.headers = headers;
  }
}

export type Headers = Readonly<Record<string, string | number>>;

/** Answers with these bytes; a HEAD request gets the same headers and no body. */
export function send(
  exchange: Exchange,
  status: number,
  type: string,
  body: string | Uint8Array,
  headers: Headers = {},
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  exchange.response.writeHead(status, {
    'content-type': type,
    'content-length': bytes.byteLength,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  exchange.response.end(exchange.method === 'HEAD' ? undefined : bytes);
}

export function sendJson(exchange: Exchange, status: number, value: unknown, headers: Headers = {}): void {
  send(exchange, status, 'application/json', JSON.stringify(value), headers);
}

/** What a name from outside stands for: `constructor` and the like stand for nothing. */
export function lookUp<Value>(table: Readonly<Record<string, Value>>, name: string): Value | null {
  return Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}

/** JSON bodies are small; files go another way and are not held in memory. */
export const longestJsonBody = 1 << 20;

export async function readBody(exchange: Exchange, longest = longestJsonBody): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const declared = Number(exchange.request.headers['content-length'] ?? 0);
  if (declared > longest) throw tooLarge(longest);
  for await (const chunk of exchange.request) {
    length += chunk.length;
    if (length > longest) throw tooLarge(longest);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(longest: number): HttpProblem {
  // The rest of the body is not read, so the connection cannot be used again.
  return new HttpProblem(413, `The body is longer than ${longest} bytes.`, {}, { connection: 'close' });
}

export async function readJson(exchange: Exchange): Promise<Record<string, unknown>> {
  const type = exchange.request.headers['content-type'] ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
    throw new HttpProblem(415, 'Send the body as application/json.');
  }
  const text = (await readBody(exchange)).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new HttpProblem(400, `The body is not valid JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (!isRecord(value)) throw new HttpProblem(422, 'The body must be a JSON object.');
  return value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
