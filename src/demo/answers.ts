import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { notModified } from './file-answer.ts';
import { type Exchange, type Headers, send } from './http.ts';
import { pageOf } from './paging.ts';
import type { Premises, Shape } from './shape.ts';

/** Puts records on the wire: their spelling, what is around them, pages, conditional requests, compression. */
export class Answers {
  readonly #premises: Premises;
  readonly #shape: Shape;

  constructor(premises: Premises, shape: Shape) {
    this.#premises = premises;
    this.#shape = shape;
  }

  /** Only the rows of the page that was asked for are shaped: lists may be very long. */
  list<Row>(exchange: Exchange, name: string, rows: Iterable<Row>, shaped: (row: Row) => unknown): void {
    const page = pageOf(exchange, [...rows], this.#premises.variants, this.#premises.addresses);
    const items = page.rows.map((row) => this.#shape.dress(shaped(row)));
    this.send(exchange, 200, page.wrap(items, name), page.headers);
  }

  record(exchange: Exchange, record: unknown, status = 200): void {
    const dressed = this.#shape.dress(record);
    this.send(
      exchange,
      status,
      this.#premises.variants.recordEnvelope === 'data' ? { data: dressed } : dressed,
    );
  }

  send(exchange: Exchange, status: number, value: unknown, headers: Headers = {}): void {
    const { caching, compression } = this.#premises.variants;
    const reading = status === 200 && (exchange.method === 'GET' || exchange.method === 'HEAD');
    const body = Buffer.from(JSON.stringify(value));
    const marked = reading && caching !== 'none';
    const etag =
      marked && caching !== 'last-modified' ? `W/"${createHash('sha1').update(body).digest('hex')}"` : null;
    const lastModified =
      marked && caching !== 'etag' ? new Date(this.#premises.content.changedAt).toUTCString() : null;
    const all = {
      ...headers,
      ...(etag ? { etag } : {}),
      ...(lastModified ? { 'last-modified': lastModified } : {}),
      ...(marked ? { 'cache-control': 'private, no-cache' } : {}),
    };
    if (reading && notModified(exchange, etag, lastModified)) {
      exchange.response.writeHead(304, all).end();
      return;
    }
    const zipped =
      compression === 'gzip' && /\bgzip\b/.test(String(exchange.request.headers['accept-encoding']));
    if (zipped)
      send(exchange, status, 'application/json', gzipSync(body), { ...all, 'content-encoding': 'gzip' });
    else send(exchange, status, 'application/json', body, all);
  }
}
