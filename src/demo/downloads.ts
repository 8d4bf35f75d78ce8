import { sendFile } from './file-answer.ts';
import { type Exchange, HttpProblem } from './http.ts';
import { isFile, type MediaFile } from './records.ts';
import type { Premises, Shape } from './shape.ts';

/** Where the bytes of media files are found, and how they are sent. */
export class Downloads {
  readonly #premises: Premises;
  readonly #shape: Shape;

  constructor(premises: Premises, shape: Shape) {
    this.#premises = premises;
    this.#shape = shape;
  }

  /** The media file whose download path this is, whatever the path is made of. */
  find(path: string): MediaFile | null {
    const values = matchTemplate(this.#premises.variants.downloadPath, path);
    if (!values) return null;
    if (values.id !== undefined) return this.#premises.content.mediaFiles.get(Number(values.id)) ?? null;
    const fits = (row: MediaFile): boolean => isFile(row) && this.#shape.downloadPath(row) === path;
    return [...this.#premises.content.mediaFiles.values()].find(fits) ?? null;
  }

  async send(exchange: Exchange, row: MediaFile): Promise<void> {
    if (exchange.method !== 'GET' && exchange.method !== 'HEAD') {
      throw new HttpProblem(405, 'Media files can only be read.', {}, { allow: 'GET, HEAD' });
    }
    const bytes = this.#premises.content.bytes.get(row.id);
    if (!bytes || !isFile(row)) throw new HttpProblem(404, 'This media file has no bytes.');
    const { downloadRedirect } = this.#premises.variants;
    if (downloadRedirect !== 'none' && exchange.side === 'own' && !exchange.query.has('followed')) {
      const away = `${this.#premises.addresses.otherOrigin}/files/${row.id}`;
      const location = downloadRedirect === 'own-origin' ? `${exchange.path}?followed=1` : away;
      exchange.response.writeHead(302, { location, 'content-length': 0 }).end();
      return;
    }
    await sendFile(exchange, bytes, row.attachable.mime_type, this.#premises.variants);
  }
}

/** `mediafile/{id}/download` against a path → the values of the placeholders, or null. */
export function matchTemplate(template: string, path: string): Readonly<Record<string, string>> | null {
  const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = template
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? `(?<${part.slice(1, -1)}>[^/]+)` : literal(part)))
    .join('');
  return new RegExp(`^${pattern}$`).exec(path)?.groups ?? null;
}
