import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Message, message, readable } from '../../shared/languages/message.ts';
import { asVitrineError, reportOf } from '../ground/errors.ts';

/** A response with English texts for programs, and with message codes for pages in other languages. */
export const json = (context: Context, value: object | null, status: ContentfulStatusCode = 200): Response =>
  context.json(readable(value) as object, status);

export const refused = (context: Context, why: Message, status: ContentfulStatusCode): Response =>
  json(context, reportOf(why), status);

/** Answers unknown paths and errors. */
export function addEnds(app: Hono): void {
  app.notFound((context) => refused(context, message('not-found'), 404));
  app.onError((thrown, context) => {
    const { kind, code, report } = asVitrineError(thrown);
    const status = kind === 'usage' ? 400 : code.endsWith('not-found') ? 404 : 503;
    return json(context, { kind, ...report }, status);
  });
}
