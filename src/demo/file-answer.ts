import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { StoredBytes } from './bytes.ts';
import type { RequestContext } from './http.ts';
import type { Variants } from './variants.ts';

type Manners = Pick<Variants, 'ranges' | 'mediaValidator'>;

export const goodManners: Manners = { ranges: 'supported', mediaValidator: 'both' };

/** Serves one file as a good origin server does: HEAD, conditional requests, one byte range, If-Range. */
export async function fileAnswer(
  context: RequestContext,
  bytes: StoredBytes,
  type: string,
  { ranges, mediaValidator }: Manners,
): Promise<Response> {
  const etag = entityTag(bytes, mediaValidator);
  const dated = mediaValidator === 'last-modified' || mediaValidator === 'both';
  const headers: Record<string, string> = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    // An uploaded page with script must not run with the rights of this origin.
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    'cache-control': 'private, no-cache',
    ...(ranges === 'supported' ? { 'accept-ranges': 'bytes' } : {}),
    ...(etag ? { etag } : {}),
    ...(dated ? { 'last-modified': new Date(bytes.modifiedAt).toUTCString() } : {}),
  };
  if (notModified(context, headers)) return new Response(null, { status: 304, headers });

  const head = context.req.method === 'HEAD';
  const range =
    ranges === 'supported' && !head && rangeHolds(context, headers)
      ? parseRange(context.req.header('range'), bytes.size)
      : null;
  if (range === 'unsatisfiable') {
    headers['content-range'] = `bytes */${bytes.size}`;
    return new Response('', { status: 416, headers });
  }
  const [start, end] = range ?? [0, bytes.size];
  const status = range ? 206 : 200;
  headers['content-length'] = String(end - start);
  if (range) headers['content-range'] = `bytes ${start}-${end - 1}/${bytes.size}`;
  if (head || start === end) return new Response(null, { status, headers });
  if ('memory' in bytes.from) {
    return new Response(bytes.from.memory.subarray(start, end) as BodyInit, { status, headers });
  }
  // Piped directly: a web stream costs a third more.
  const { outgoing } = context.env;
  outgoing.writeHead(status, headers);
  const file = createReadStream(bytes.from.path, { start, end: end - 1, highWaterMark: 1 << 20 });
  // The client hung up, or the file cannot be read further. The headers have been sent, so only the connection can be
  // cut.
  await pipeline(file, outgoing).catch(() => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

function entityTag(bytes: StoredBytes, validator: Variants['mediaValidator']): string | null {
  const mark =
    bytes.hashes?.sha256.slice(0, 32) ?? `${bytes.size.toString(16)}-${bytes.modifiedAt.toString(16)}`;
  if (validator === 'weak-etag') return `W/"${mark}"`;
  return validator === 'etag' || validator === 'both' ? `"${mark}"` : null;
}

type Marks = Readonly<Record<string, string>>;

export function notModified(
  context: RequestContext,
  { etag, 'last-modified': lastModified }: Marks,
): boolean {
  const noneMatch = context.req.header('if-none-match');
  const since = context.req.header('if-modified-since');
  if (noneMatch !== undefined) {
    const plain = (tag: string): string => tag.trim().replace(/^W\//, '');
    const fits = (tag: string): boolean => tag.trim() === '*' || plain(tag) === plain(etag ?? '');
    return etag !== undefined && noneMatch.split(',').some(fits);
  }
  return since !== undefined && lastModified !== undefined && Date.parse(since) >= Date.parse(lastModified);
}

/** If-Range: the range counts only for the same file. A weak tag never matches. */
function rangeHolds(context: RequestContext, { etag, 'last-modified': lastModified }: Marks): boolean {
  const condition = context.req.header('if-range');
  if (condition === undefined) return true;
  return condition.startsWith('"') ? condition === etag : condition === lastModified;
}

/** One range as [start, end); null = none, invalid, or several: then the whole file is sent. */
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
