import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bytesInMemory, Hashing, type StoredBytes } from './bytes.ts';
import type { DemoContent } from './content.ts';
import { extensionOf } from './content.ts';
import { mimeTypeOf } from './demo-media.ts';
import { type Exchange, HttpProblem, readJson } from './http.ts';
import { boundaryOf, MalformedMultipart, type Part, partsOf } from './multipart.ts';
import { invalid } from './playlist-writing.ts';
import type { MediaFile } from './records.ts';

const longestField = 64 * 1024;
const longestThumbnail = 512 * 1024;

/** `POST /mediafile`: a file as multipart, streamed to disk, or a web page as JSON. */
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

  async take(exchange: Exchange): Promise<MediaFile> {
    const type = exchange.request.headers['content-type'];
    if (!/^multipart\//i.test(type ?? '')) return this.#webPage(await readJson(exchange));
    const boundary = boundaryOf(type);
    if (boundary === null) throw new HttpProblem(400, 'The multipart body has no boundary.');
    const declared = Number(exchange.request.headers['content-length'] ?? 0);
    if (declared > this.#largest + longestThumbnail + longestField) throw this.#tooLarge();
    try {
      return await this.#file(exchange.request, boundary);
    } catch (error) {
      if (!(error instanceof MalformedMultipart)) throw error;
      throw new HttpProblem(400, error.message, {}, { connection: 'close' });
    }
  }

  #webPage(body: Record<string, unknown>): MediaFile {
    const { name, url } = body;
    if (typeof name !== 'string' || name.trim() === '') throw invalid('name', 'The name is missing.');
    if (typeof url !== 'string' || url.length > 2048 || !isWebAddress(url)) {
      throw invalid('url', 'The address must begin with http:// or https://.');
    }
    const folder = this.#parent(body.media_file_id_as_parent_directory);
    return this.#content.addWebPage(name.slice(0, 255), url, '{}', {
      media_file_id_as_parent_directory: folder,
    });
  }

  async #file(body: AsyncIterable<Buffer>, boundary: string): Promise<MediaFile> {
    const fields = new Map<string, string>();
    let file: { name: string; type: string | null; path: string; bytes: StoredBytes } | null = null;
    let thumbnail: Buffer | null = null;
    try {
      for await (const part of partsOf(body, boundary)) {
        if (part.name === 'file' && part.fileName !== null && !file) {
          file = { name: baseName(part.fileName), type: part.type, ...(await this.#write(part)) };
        } else if (part.name === 'thumbnail') thumbnail = await read(part, longestThumbnail);
        else fields.set(part.name, (await read(part, longestField)).toString('utf8'));
      }
      if (!file) throw invalid('file', 'The file is missing.');
      return await this.#add(file, fields, thumbnail);
    } catch (error) {
      if (file) await rm(file.path, { force: true });
      throw error;
    }
  }

  async #add(
    file: { name: string; type: string | null; path: string; bytes: StoredBytes },
    fields: ReadonlyMap<string, string>,
    thumbnail: Buffer | null,
  ): Promise<MediaFile> {
    const folder = this.#parent(fields.get('media_file_id_as_parent_directory'));
    // Named by content: what the other side called it never becomes a path.
    const path = join(await this.#folder(), `${file.bytes.hashes?.sha256}`);
    await rename(file.path, path);
    const number = (name: string): number | null => {
      const value = Number(fields.get(name) ?? Number.NaN);
      return Number.isFinite(value) && value >= 0 ? value : null;
    };
    const row = this.#content.addStoredFile(
      {
        name: (fields.get('name') || file.name || 'Untitled').slice(0, 255),
        fileName: file.name,
        mimeType: mimeTypeOf(extensionOf(file.name)) ?? file.type ?? 'application/octet-stream',
        values: { media_file_id_as_parent_directory: folder },
        file: { width: number('width'), height: number('height'), duration: number('duration') },
      },
      { ...file.bytes, from: { path } },
    );
    if (thumbnail) this.#content.thumbnails.set(row.id, bytesInMemory(thumbnail, file.bytes.modifiedAt));
    return row;
  }

  #parent(value: unknown): number | null {
    if (value === undefined || value === null || value === '') return null;
    const folder = this.#content.mediaFiles.get(Number(value));
    if (folder && folder.attachable_type === null) return folder.id;
    throw invalid('media_file_id_as_parent_directory', 'There is no such folder.');
  }

  async #write(part: Part): Promise<{ path: string; bytes: StoredBytes }> {
    const folder = await this.#folder();
    await mkdir(folder, { recursive: true });
    const path = join(folder, `incoming-${process.pid}-${this.#count++}`);
    const hashing = new Hashing();
    let size = 0;
    const counted = async function* (this: Uploads): AsyncGenerator<Buffer> {
      for await (const chunk of part.chunks) {
        size += chunk.length;
        if (size > this.#largest) throw this.#tooLarge();
        hashing.update(chunk);
        yield chunk;
      }
    }.bind(this);
    try {
      await pipeline(Readable.from(counted()), createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, bytes: { from: { path }, size, modifiedAt: Date.now(), hashes: hashing.done() } };
  }

  #tooLarge(): HttpProblem {
    return new HttpProblem(
      413,
      `A file may have at most ${this.#largest} bytes.`,
      {},
      { connection: 'close' },
    );
  }
}

async function read(part: Part, longest: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of part.chunks) {
    length += chunk.length;
    if (length > longest)
      throw new HttpProblem(413, `The part ${part.name} is too long.`, {}, { connection: 'close' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Some browsers send a whole path. */
function baseName(fileName: string): string {
  return (fileName.split(/[\\/]/).at(-1) ?? '').replaceAll('\0', '').slice(0, 255);
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
