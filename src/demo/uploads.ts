import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { bytesInMemory, Hashing, type StoredBytes } from './bytes.ts';
import { type DemoContent, extensionOf } from './content.ts';
import { mimeTypeOf } from './demo-media.ts';
import { type FormFile, readForm } from './form.ts';
import { type RequestContext, readJson } from './http.ts';
import { HttpProblem, invalid } from './problem.ts';
import type { MediaFile } from './records.ts';

const longestThumbnail = 512 * 1024;

interface Received {
  readonly name: string;
  readonly type: string;
  readonly path: string;
  readonly bytes: StoredBytes;
}

/** `POST /mediafile`: a file as a form, streamed to disk, or a web page as JSON. */
export class Uploads {
  readonly #content: DemoContent;
  readonly #folder: () => Promise<string>;
  readonly #largest: number;
  #count = 0;

  constructor(content: DemoContent, folder: () => Promise<string>, largest: number) {
    this.#content = content;
    this.#folder = folder;
    this.#largest = largest;
  }

  async take(context: RequestContext): Promise<MediaFile> {
    return isForm(context) ? this.#file(context) : this.#webPage(await readJson(context));
  }

  #webPage(body: Record<string, unknown>): MediaFile {
    const { name, url } = body;
    if (typeof name !== 'string' || name.trim() === '') throw invalid('name', 'The name is missing.');
    if (typeof url !== 'string' || url.length > 2048 || !/^https?:\/\//i.test(url) || !URL.canParse(url)) {
      throw invalid('url', 'The address must begin with http:// or https://.');
    }
    return this.#content.addWebPage(name.slice(0, 255), url, '{}', {
      media_file_id_as_parent_directory: this.#parent(body.media_file_id_as_parent_directory),
    });
  }

  async #file(context: RequestContext): Promise<MediaFile> {
    let file: Received | null = null;
    let thumbnail: Buffer | null = null;
    try {
      const fields = await readForm(context.env.incoming, async (sent) => {
        if (sent.field === 'thumbnail') thumbnail = await buffer(capped(sent, longestThumbnail));
        else if (sent.field === 'file' && !file) file = await this.#write(sent);
        else sent.bytes.resume();
      });
      if (!file) throw invalid('file', 'The file is missing.');
      return await this.#add(file, fields, thumbnail);
    } catch (error) {
      if (file) await rm((file as Received).path, { force: true });
      throw error;
    }
  }

  async #add(
    { name, type, path: received, bytes }: Received,
    fields: ReadonlyMap<string, string>,
    thumbnail: Buffer | null,
  ): Promise<MediaFile> {
    const folder = this.#parent(fields.get('media_file_id_as_parent_directory'));
    // Named by content: the client's name never becomes a path.
    const path = join(await this.#folder(), `${bytes.hashes?.sha256}`);
    await rename(received, path);
    const number = (field: string): number | null => {
      const value = Number(fields.get(field) ?? Number.NaN);
      return Number.isFinite(value) && value >= 0 ? value : null;
    };
    const row = this.#content.addStoredFile(
      {
        name: (fields.get('name') || name || 'Untitled').slice(0, 255),
        fileName: name,
        mimeType: mimeTypeOf(extensionOf(name)) ?? type,
        values: { media_file_id_as_parent_directory: folder },
        file: { width: number('width'), height: number('height'), duration: number('duration') },
      },
      { ...bytes, from: { path } },
    );
    if (thumbnail) this.#content.thumbnails.set(row.id, bytesInMemory(thumbnail, bytes.modifiedAt));
    return row;
  }

  #parent(value: unknown): number | null {
    if (value === undefined || value === null || value === '') return null;
    const folder = this.#content.mediaFiles.get(Number(value));
    if (folder && folder.attachable_type === null) return folder.id;
    throw invalid('media_file_id_as_parent_directory', 'There is no such folder.');
  }

  async #write(sent: FormFile): Promise<Received> {
    const folder = await this.#folder();
    await mkdir(folder, { recursive: true });
    const path = join(folder, `incoming-${process.pid}-${this.#count++}`);
    const hashing = new Hashing();
    let size = 0;
    const measured = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of capped(sent, largest)) {
        size += chunk.length;
        hashing.update(chunk);
        yield chunk;
      }
    };
    const largest = this.#largest;
    try {
      await pipeline(measured, createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    const bytes = { from: { path }, size, modifiedAt: Date.now(), hashes: hashing.done() };
    return { name: baseName(sent.fileName), type: sent.type, path, bytes };
  }
}

export function isForm(context: RequestContext): boolean {
  return /^multipart\//i.test(context.req.header('content-type') ?? '');
}

async function* capped({ field, bytes }: FormFile, most: number): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) throw new HttpProblem(413, `The ${field} may have at most ${most} bytes.`);
    yield chunk;
  }
}

/** Some browsers send a whole path, and write a quote in a name as %22. */
function baseName(fileName: string): string {
  const name = fileName.split(/[\\/]/).at(-1) ?? '';
  return name.replaceAll('%22', '"').replaceAll('\0', '').slice(0, 255);
}
