import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Message, readable } from '../../shared/languages/message.ts';
import { reportOf } from '../ground/errors.ts';

/** An answer whose messages are English for programs, with what a page needs to say them in another language. */
export const json = (context: Context, value: object | null, status: ContentfulStatusCode = 200): Response =>
  context.json(readable(value) as object, status);

export const refused = (context: Context, why: Message, status: ContentfulStatusCode): Response =>
  json(context, reportOf(why), status);
