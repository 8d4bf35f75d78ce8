import { fileAnswer } from './file-answer.ts';
import type { RequestContext } from './http.ts';
import { HttpProblem, noSuchMethod } from './problem.ts';
import { isFile, type MediaFile } from './records.ts';
import type { Shape, ShapeNeeds } from './shape.ts';

/** Addresses and transfer of the bytes of media files. */
export class Downloads {
  readonly #needs: ShapeNeeds;
  readonly #shape: Shape;

  constructor(needs: ShapeNeeds, shape: Shape) {
    this.#needs = needs;
    this.#shape = shape;
  }

  /** The media file for this download path in any variant. */
  find(path: string): MediaFile | null {
    const { content, variants } = this.#needs;
    const values = matchTemplate(variants.downloadPath, path);
    if (!values) return null;
    if (values.id !== undefined) return content.mediaFiles.get(Number(values.id)) ?? null;
    const fits = (row: MediaFile): boolean => isFile(row) && this.#shape.downloadPath(row) === path;
    return content.mediaFiles.values().find(fits) ?? null;
  }

  /** The bytes, or a redirect to them. */
  async answer(context: RequestContext, row: MediaFile): Promise<Response> {
    const { content, variants, addresses } = this.#needs;
    const { method, path } = context.req;
    if (method !== 'GET' && method !== 'HEAD') throw noSuchMethod(['GET', 'HEAD']);
    const redirect = content.bytes.has(row.id) ? variants.downloadRedirect : 'none';
    if (redirect === 'none' || context.req.query('followed') !== undefined) return this.bytes(context, row);
    return context.redirect(
      redirect === 'own-origin' ? `${path}?followed=1` : `${addresses.otherOrigin}/files/${row.id}`,
    );
  }

  async bytes(context: RequestContext, row: MediaFile): Promise<Response> {
    const { content, variants } = this.#needs;
    const bytes = content.bytes.get(row.id);
    if (!bytes || !isFile(row)) throw new HttpProblem(404, 'This media file has no bytes.');
    return fileAnswer(context, bytes, row.attachable.mime_type, variants);
  }
}

/** Matches `mediafile/{id}/download` against a path and returns the values of the placeholders, or null. */
export function matchTemplate(template: string, path: string): Readonly<Record<string, string>> | null {
  const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = template
    .split(/(\{\w+\})/)
    .map((piece) => (/^\{\w+\}$/.test(piece) ? `(?<${piece.slice(1, -1)}>[^/]+)` : literal(piece)))
    .join('');
  return new RegExp(`^${pattern}$`).exec(path)?.groups ?? null;
}
