import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { DemoContent } from './content.ts';
import { notModified, sendFile } from './file-answer.ts';
import { type Exchange, type Headers, HttpProblem, lookUp, send } from './http.ts';
import type { DemoLogin } from './login.ts';
import { pageOf } from './paging.ts';
import { createPlaylist, updatePlaylist } from './playlist-writing.ts';
import type { MediaFile, PhysicalFile, Playlist } from './records.ts';
import type { Addresses, Shape } from './shape.ts';
import type { Uploads } from './uploads.ts';
import type { Variants } from './variants.ts';

export const apiPrefix = '/api/v1.0/';

export interface ApiParts {
  readonly content: DemoContent;
  readonly login: DemoLogin;
  readonly variants: Variants;
  readonly shape: Shape;
  readonly uploads: Uploads;
  readonly addresses: Addresses;
}

type Handler = (exchange: Exchange, id: number) => void | Promise<void>;

/** The interface itself: every documented endpoint, and those that are known beside them. */
export class Api {
  readonly #parts: ApiParts;
  /** Methods of each path; `#` stands for an id. */
  readonly #routes: Readonly<Record<string, Readonly<Record<string, Handler>>>>;

  constructor(parts: ApiParts) {
    this.#parts = parts;
    const { content, shape, uploads } = parts;
    const list = (name: string, rows: () => Iterable<unknown>, row: (value: never) => unknown): Handler => {
      return (exchange) => this.#list(exchange, name, [...rows()], row as (value: unknown) => unknown);
    };
    this.#routes = {
      playlist: {
        GET: list(
          'playlist',
          () => content.playlists.values(),
          (row: Playlist) => shape.playlist(row, parts.variants.entriesInList),
        ),
        POST: async (exchange) => this.#record(exchange, await createPlaylist(exchange, content), 201),
      },
      'playlist/#': {
        GET: (exchange, id) => this.#record(exchange, shape.playlist(found(content.playlists, id), true)),
        PUT: (exchange, id) => this.#update(exchange, id, 'put'),
        POST: (exchange, id) => this.#update(exchange, id, 'post'),
        DELETE: (exchange, id) => this.#delete(exchange, id),
      },
      mediafile: {
        GET: list(
          'mediafile',
          () => shape.mediaFiles(),
          (row: MediaFile) => shape.mediaFile(row),
        ),
        POST: async (exchange) => this.#record(exchange, shape.mediaFile(await uploads.take(exchange)), 201),
      },
      device: {
        GET: list(
          'device',
          () => content.devices.values(),
          (row: never) => shape.device(row),
        ),
      },
      devicegroup: {
        GET: list(
          'devicegroup',
          () => content.deviceGroups.values(),
          (row: never) => shape.deviceGroup(row),
        ),
      },
    };
  }

  async answer(exchange: Exchange): Promise<void> {
    this.#refuse(exchange);
    const path = exchange.path.slice(apiPrefix.length).replace(/\/+$/, '');
    const download = this.#findDownload(path);
    if (download === null || this.#parts.variants.downloadNeedsToken) this.#checkToken(exchange);
    if (download) return this.sendMedia(exchange, download);

    const pattern = path.replace(/\/\d{1,15}(?=\/|$)/, '/#');
    const id = Number(/\/(\d{1,15})(?=\/|$)/.exec(path)?.[1] ?? Number.NaN);
    const methods = lookUp(this.#routes, pattern) ?? this.#ownEntriesPath(path) ?? this.#extra(pattern);
    if (!methods) throw new HttpProblem(404, 'There is nothing at this address.');
    const handler = lookUp(methods, exchange.method === 'HEAD' ? 'GET' : exchange.method);
    if (!handler) {
      throw new HttpProblem(
        405,
        'This address has no such method.',
        {},
        { allow: Object.keys(methods).join(', ') },
      );
    }
    await handler(exchange, id);
  }

  async sendMedia(exchange: Exchange, row: MediaFile): Promise<void> {
    const { content, variants, addresses } = this.#parts;
    if (exchange.method !== 'GET' && exchange.method !== 'HEAD') {
      throw new HttpProblem(405, 'Media files can only be read.', {}, { allow: 'GET, HEAD' });
    }
    const bytes = content.bytes.get(row.id);
    if (!bytes || !isFile(row)) throw new HttpProblem(404, 'This media file has no bytes.');
    if (variants.downloadRedirect !== 'none' && exchange.side === 'own' && !exchange.query.has('followed')) {
      const own = variants.downloadRedirect === 'own-origin';
      const target = own ? `${exchange.path}?followed=1` : `${addresses.otherOrigin}/files/${row.id}`;
      exchange.response.writeHead(302, { location: target, 'content-length': 0 }).end();
      return;
    }
    await sendFile(exchange, bytes, row.attachable.mime_type, variants);
  }

  #refuse(exchange: Exchange): void {
    const { refusal } = this.#parts.variants;
    if (!refusal || refusal.requests === 0) return;
    if (refusal.requests > 0) refusal.requests--;
    const retryAfter = {
      seconds: String(refusal.seconds),
      date: new Date(Date.now() + refusal.seconds * 1000).toUTCString(),
      garbage: 'soon, perhaps',
      none: null,
    }[refusal.retryAfter];
    exchange.request.resume();
    throw new HttpProblem(
      refusal.status,
      refusal.status === 429 ? 'Too many requests.' : 'Down for maintenance.',
      {},
      retryAfter === null ? {} : { 'retry-after': retryAfter },
    );
  }

  #checkToken(exchange: Exchange): void {
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(exchange.request.headers.authorization ?? '')?.[1];
    if (token && this.#parts.login.mayCall(token)) return;
    throw new HttpProblem(401, 'Unauthenticated.', {}, { 'www-authenticate': 'Bearer' });
  }

  #list(exchange: Exchange, name: string, rows: readonly unknown[], row: (value: unknown) => unknown): void {
    const { variants, shape, addresses } = this.#parts;
    const page = pageOf(exchange, rows, variants, addresses);
    const items = page.rows.map((value) => shape.dress(row(value)));
    this.#send(exchange, 200, page.wrap(items, name), page.headers);
  }

  #record(exchange: Exchange, record: unknown, status = 200): void {
    const dressed = this.#parts.shape.dress(record);
    this.#send(
      exchange,
      status,
      this.#parts.variants.recordEnvelope === 'data' ? { data: dressed } : dressed,
    );
  }

  async #update(exchange: Exchange, id: number, method: 'put' | 'post'): Promise<void> {
    const { content, shape, variants } = this.#parts;
    if (variants.updateMethod !== 'both' && variants.updateMethod !== method) {
      throw new HttpProblem(405, 'This address has no such method.', {}, { allow: 'GET, DELETE' });
    }
    found(content.playlists, id);
    this.#record(exchange, shape.playlist(await updatePlaylist(exchange, content, id), true));
  }

  #delete(exchange: Exchange, id: number): void {
    const { content, shape, variants } = this.#parts;
    const answer = shape.playlist(found(content.playlists, id), false);
    content.removePlaylist(id);
    if (variants.deleteAnswer === 'record') this.#record(exchange, answer);
    else if (variants.deleteAnswer === 'message')
      this.#send(exchange, 200, { message: 'The playlist is deleted.' });
    else exchange.response.writeHead(204).end();
  }

  #ownEntriesPath(path: string): Readonly<Record<string, Handler>> | null {
    const { content, shape, variants } = this.#parts;
    if (variants.entriesUnder !== 'own-path') return null;
    const id = matchTemplate(variants.entriesPath, path)?.id;
    if (id === undefined) return null;
    return {
      GET: (exchange) => {
        const playlist = found(content.playlists, Number(id));
        const entries = content.entriesOf(playlist.id);
        this.#list(exchange, 'entrie', entries, (row) => shape.entry(row as (typeof entries)[number]));
      },
    };
  }

  #extra(pattern: string): Readonly<Record<string, Handler>> | null {
    const { content, shape, variants } = this.#parts;
    if (!variants.extraEndpoints) return null;
    const account = { id: 1, name: 'Demo account', email: 'demo@example.org', company_id: 1 };
    const answers: Record<string, Handler> = {
      'mediafile/#': (exchange, id) => {
        const row = shape.findMediaFile(id);
        if (!row) throw new HttpProblem(404, 'There is no such record.');
        this.#record(exchange, shape.mediaFile(row));
      },
      'mediafile/#/thumbnail': (exchange, id) => {
        const bytes = found(content.thumbnails, id);
        return sendFile(exchange, bytes, 'image/jpeg', variants);
      },
      'device/#': (exchange, id) => this.#record(exchange, shape.device(found(content.devices, id))),
      'devicegroup/#': (exchange, id) =>
        this.#record(exchange, shape.deviceGroup(found(content.deviceGroups, id))),
      account: (exchange) => this.#record(exchange, account),
      company: (exchange) => this.#record(exchange, { id: 1, name: 'Demo company' }),
      treeview: (exchange) => {
        const folders = [...content.mediaFiles.values()].filter((row) => row.attachable_type === null);
        this.#list(exchange, 'treeview', folders, (row) => shape.mediaFile(row as MediaFile));
      },
    };
    const handler = lookUp(answers, pattern);
    return handler ? { GET: handler } : null;
  }

  #findDownload(path: string): MediaFile | null {
    const { content, shape, variants } = this.#parts;
    const values = matchTemplate(variants.downloadPath, path);
    if (!values) return null;
    if (values.id !== undefined) return content.mediaFiles.get(Number(values.id)) ?? null;
    const fits = (row: MediaFile): boolean =>
      isFile(row) &&
      shape.downloadPath(row, shape.mediaFile(row).attachable as Record<string, unknown>) === path;
    return [...content.mediaFiles.values()].find(fits) ?? null;
  }

  #send(exchange: Exchange, status: number, value: unknown, headers: Headers = {}): void {
    const { content, variants } = this.#parts;
    const reading = status === 200 && (exchange.method === 'GET' || exchange.method === 'HEAD');
    let body: Buffer = Buffer.from(JSON.stringify(value));
    const marked = reading && variants.caching !== 'none';
    const etag =
      marked && variants.caching !== 'last-modified'
        ? `W/"${createHash('sha1').update(body).digest('hex')}"`
        : null;
    const lastModified =
      marked && variants.caching !== 'etag' ? new Date(content.changedAt).toUTCString() : null;
    const all: Record<string, string | number> = {
      ...headers,
      ...(etag ? { etag } : {}),
      ...(lastModified ? { 'last-modified': lastModified } : {}),
      ...(marked ? { 'cache-control': 'private, no-cache' } : {}),
    };
    if (reading && notModified(exchange, etag, lastModified)) {
      exchange.response.writeHead(304, all).end();
      return;
    }
    const gzip =
      variants.compression === 'gzip' && /\bgzip\b/.test(String(exchange.request.headers['accept-encoding']));
    if (gzip) {
      body = gzipSync(body);
      all['content-encoding'] = 'gzip';
    }
    send(exchange, status, 'application/json', body, all);
  }
}

export function isFile(row: MediaFile): row is MediaFile & { attachable: PhysicalFile } {
  return row.attachable !== null && 'mime_type' in row.attachable;
}

function found<Row>(rows: ReadonlyMap<number, Row>, id: number): Row {
  const row = rows.get(id);
  if (!row) throw new HttpProblem(404, 'There is no such record.');
  return row;
}

/** `mediafile/{id}/download` against a path → the values of the placeholders, or null. */
function matchTemplate(template: string, path: string): Readonly<Record<string, string>> | null {
  const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = template
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? `(?<${part.slice(1, -1)}>[^/]+)` : literal(part)))
    .join('');
  return new RegExp(`^${pattern}$`).exec(path)?.groups ?? null;
}
