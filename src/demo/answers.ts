import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { notModified } from './file-answer.ts';
import { answer, type RequestContext } from './http.ts';
import { pageOf } from './paging.ts';
import type { Shape, ShapeNeeds } from './shape.ts';

/** Serializes records: spelling, envelope, paging, conditional requests, compression. */
export class Answers {
  readonly #needs: ShapeNeeds;
  readonly #shape: Shape;

  constructor(needs: ShapeNeeds, shape: Shape) {
    this.#needs = needs;
    this.#shape = shape;
  }

  /** Shapes only the rows of the requested page: lists may be very long. */
  list<Row>(
    context: RequestContext,
    name: string,
    rows: Iterable<Row>,
    shaped: (row: Row) => unknown,
  ): Response {
    const page = pageOf(context, [...rows], this.#needs);
    const records = page.rows.map((row) => this.#shape.dress(shaped(row)));
    return this.send(context, page.wrap(records, name), 200, page.headers);
  }

  record(context: RequestContext, record: unknown, status = 200): Response {
    const dressed = this.#shape.dress(record);
    const wrapped = this.#needs.variants.recordEnvelope === 'data' ? { data: dressed } : dressed;
    return this.send(context, wrapped, status);
  }

  send(
    context: RequestContext,
    value: unknown,
    status = 200,
    headers: Readonly<Record<string, string>> = {},
  ): Response {
    const { content, variants } = this.#needs;
    const { caching, compression } = variants;
    const reading = status === 200 && (context.req.method === 'GET' || context.req.method === 'HEAD');
    const body = Buffer.from(JSON.stringify(value));
    const marks: Record<string, string> = {};
    if (reading && caching !== 'none') marks['cache-control'] = 'private, no-cache';
    if (reading && (caching === 'etag' || caching === 'both')) {
      marks.etag = `W/"${createHash('sha1').update(body).digest('hex')}"`;
    }
    if (reading && (caching === 'last-modified' || caching === 'both')) {
      marks['last-modified'] = new Date(content.changedAt).toUTCString();
    }
    if (reading && notModified(context, marks)) return new Response(null, { status: 304, headers: marks });
    const zipped =
      compression === 'gzip' && /\bgzip\b/.test(context.req.header('accept-encoding') ?? '')
        ? { 'content-encoding': 'gzip' }
        : null;
    return answer(status, 'application/json', zipped ? gzipSync(body) : body, {
      ...headers,
      ...marks,
      ...zipped,
    });
  }
}
