import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { notModified } from './file-answer.ts';
import { type Asked, answer } from './http.ts';
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
  list<Row>(asked: Asked, name: string, rows: Iterable<Row>, shaped: (row: Row) => unknown): Response {
    const page = pageOf(asked, [...rows], this.#needs);
    const records = page.rows.map((row) => this.#shape.dress(shaped(row)));
    return this.send(asked, page.wrap(records, name), 200, page.headers);
  }

  record(asked: Asked, record: unknown, status = 200): Response {
    const dressed = this.#shape.dress(record);
    const wrapped = this.#needs.variants.recordEnvelope === 'data' ? { data: dressed } : dressed;
    return this.send(asked, wrapped, status);
  }

  send(asked: Asked, value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
    const { content, variants } = this.#needs;
    const { caching, compression } = variants;
    const reading = status === 200 && (asked.req.method === 'GET' || asked.req.method === 'HEAD');
    const body = Buffer.from(JSON.stringify(value));
    const marks: Record<string, string> = {};
    if (reading && caching !== 'none') marks['cache-control'] = 'private, no-cache';
    if (reading && (caching === 'etag' || caching === 'both')) {
      marks.etag = `W/"${createHash('sha1').update(body).digest('hex')}"`;
    }
    if (reading && (caching === 'last-modified' || caching === 'both')) {
      marks['last-modified'] = new Date(content.changedAt).toUTCString();
    }
    if (reading && notModified(asked, marks)) return new Response(null, { status: 304, headers: marks });
    const zipped =
      compression === 'gzip' && /\bgzip\b/.test(asked.req.header('accept-encoding') ?? '')
        ? { 'content-encoding': 'gzip' }
        : null;
    return answer(status, 'application/json', zipped ? gzipSync(body) : body, {
      ...headers,
      ...marks,
      ...zipped,
    });
  }
}
