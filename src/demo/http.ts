import type { HttpBindings } from '@hono/node-server';
import type { Context, Handler, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HttpProblem, noSuchMethod } from './problem.ts';
import type { Variants } from './variants.ts';

/** Handlers reach Node's own request and response as `env.incoming` and `env.outgoing`. */
export interface Env {
  Bindings: HttpBindings;
}
export type RequestContext = Context<Env>;

/** An answer with a Content-Length, also for HEAD, whose body the server removes. */
export function answer(
  status: number,
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': type,
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}

export function jsonAnswer(value: unknown, status = 200): Response {
  return answer(status, 'application/json', JSON.stringify(value));
}

/** The wire format of an error; an unexpected one is a 500. */
export function problemAnswer(error: unknown, { errorBody }: Variants): Response {
  const problem = error instanceof HttpProblem ? error : new HttpProblem(500, 'The demo CMS failed.');
  const { status, message, details, headers } = problem;
  const [type, body] = {
    json: ['application/json', JSON.stringify({ message, ...details })],
    text: ['text/plain; charset=utf-8', message],
    html: ['text/html', `<!doctype html><title>${status}</title><h1>${message}</h1>`],
    empty: ['text/plain', ''],
  }[errorBody] as [string, string];
  return answer(status, type, body, headers);
}

type Methods = Readonly<Record<string, Handler<Env>>>;

/**
 * The methods of one address: any other method is refused with the allowed ones. When `when` is false, the address does
 * not exist.
 */
export function at(app: Hono<Env>, path: string, methods: Methods, when = () => true): void {
  for (const [method, handler] of Object.entries(methods)) {
    app.on(method, path, (context, next) => (when() ? handler(context, next) : next()));
  }
  app.all(path, (_, next) => {
    if (when()) throw noSuchMethod(Object.keys(methods));
    return next();
  });
}

/** The id in the address. */
export function idIn(context: RequestContext): number {
  return Number(context.req.param('id'));
}

/** JSON bodies are small; files are streamed elsewhere. */
export const shortBody = bodyLimit({
  maxSize: 1 << 20,
  onError: () => {
    throw new HttpProblem(413, `The body is longer than ${1 << 20} bytes.`);
  },
});

export async function readJson(context: RequestContext): Promise<Record<string, unknown>> {
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(context.req.header('content-type') ?? '')) {
    throw new HttpProblem(415, 'Send the body as application/json.');
  }
  const value: unknown = await context.req.json().catch((error: unknown) => {
    throw new HttpProblem(400, `The body is not valid JSON: ${error instanceof Error ? error.message : ''}`);
  });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new HttpProblem(422, 'The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}
