import { pipeline } from 'node:stream/promises';
import { readBytes, type StoredBytes } from './bytes.ts';
import type { Exchange, Headers } from './http.ts';
import type { Variants } from './variants.ts';

type Manners = Pick<Variants, 'ranges' | 'mediaValidator'>;

/** Serves one file as a good origin server does: HEAD, conditional requests, one byte range, If-Range. */
export async function sendFile(
  exchange: Exchange,
  bytes: StoredBytes,
  type: string,
  manners: Manners,
  headers: Headers = {},
): Promise<void> {
  const { request, response } = exchange;
  const etag = entityTag(bytes, manners);
  const modified = manners.mediaValidator === 'last-modified' || manners.mediaValidator === 'both';
  const lastModified = modified ? new Date(bytes.modifiedAt).toUTCString() : null;
  const common: Record<string, string | number> = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    // What was uploaded may be a page with script in it: it must not run with the rights of this origin.
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    'cache-control': 'private, no-cache',
    ...(manners.ranges === 'supported' ? { 'accept-ranges': 'bytes' } : {}),
    ...(etag ? { etag } : {}),
    ...(lastModified ? { 'last-modified': lastModified } : {}),
    ...headers,
  };

  if (notModified(exchange, etag, lastModified)) {
    response.writeHead(304, common).end();
    return;
  }
  const range =
    manners.ranges === 'supported' && exchange.method !== 'HEAD' && rangeHolds(exchange, etag, lastModified)
      ? parseRange(request.headers.range, bytes.size)
      : null;
  if (range === 'unsatisfiable') {
    response
      .writeHead(416, { ...common, 'content-range': `bytes */${bytes.size}`, 'content-length': 0 })
      .end();
    return;
  }
  const [start, end] = range ?? [0, bytes.size];
  response.writeHead(range ? 206 : 200, {
    ...common,
    'content-length': end - start,
    ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${bytes.size}` } : {}),
  });
  if (exchange.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await pipeline(readBytes(bytes, start, end), response);
  } catch (error) {
    // The other side hung up in the middle: its right, and nothing is left to answer.
    if (!response.destroyed) throw error;
  }
}

function entityTag(bytes: StoredBytes, manners: Manners): string | null {
  const mark =
    bytes.hashes?.sha256.slice(0, 32) ?? `${bytes.size.toString(16)}-${bytes.modifiedAt.toString(16)}`;
  if (manners.mediaValidator === 'weak-etag') return `W/"${mark}"`;
  return manners.mediaValidator === 'etag' || manners.mediaValidator === 'both' ? `"${mark}"` : null;
}

export function notModified(exchange: Exchange, etag: string | null, lastModified: string | null): boolean {
  const { 'if-none-match': noneMatch, 'if-modified-since': since } = exchange.request.headers;
  if (noneMatch !== undefined) {
    const plain = (tag: string): string => tag.trim().replace(/^W\//, '');
    return (
      etag !== null && noneMatch.split(',').some((tag) => tag.trim() === '*' || plain(tag) === plain(etag))
    );
  }
  return since !== undefined && lastModified !== null && Date.parse(since) >= Date.parse(lastModified);
}

/** If-Range: the range counts only for the very same file. A weak tag proves nothing about bytes and never fits. */
function rangeHolds(exchange: Exchange, etag: string | null, lastModified: string | null): boolean {
  const condition = exchange.request.headers['if-range'];
  if (typeof condition !== 'string') return true;
  return condition.startsWith('"') ? condition === etag : condition === lastModified;
}

/** One range as [start, end); null = none asked for, not understood, or several: then the whole file is sent. */
function parseRange(header: string | undefined, size: number): [number, number] | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : [size - length, size];
  }
  const start = Number(from);
  const end = to === '' ? size : Math.min(Number(to) + 1, size);
  if (to !== '' && Number(to) < start) return null;
  return start >= size ? 'unsatisfiable' : [start, end];
}
