import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { Readable } from 'node:stream';
import { message } from '../../shared/languages/message.ts';
import { knownExtension, mediaTypes } from '../../shared/media-types.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import type { Body } from '../net/send.ts';
import type { FileUpload } from './api.ts';

export function jsonBody(value: unknown): Body {
  const bytes = Buffer.from(JSON.stringify(value));
  return { type: 'application/json', length: bytes.length, open: () => bytes };
}

/** One file as multipart/form-data, streamed from disk with a length that is known beforehand. */
export async function multipartBody(upload: FileUpload): Promise<Body> {
  const size = await fileSize(upload.path);
  const boundary = `vitrine-${randomBytes(16).toString('hex')}`;
  const folder =
    upload.folderId === undefined
      ? ''
      : `--${boundary}\r\ncontent-disposition: form-data; name="media_file_id_as_parent_directory"\r\n\r\n${upload.folderId.replace(/[\r\n]/g, '')}\r\n`;
  const name = basename(upload.path);
  const head = Buffer.from(
    `${folder}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quotedName(name)}"\r\n` +
      `content-type: ${typeOf(name)}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const before = head.length;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: before + size + tail.length,
    open: () => Readable.from(pieces(head, upload.path, size, tail), { objectMode: false }),
    ...(upload.onProgress
      ? {
          onProgress: (sent: number) => upload.onProgress?.(Math.min(Math.max(sent - before, 0), size), size),
        }
      : {}),
  };
}

async function* pieces(head: Buffer, path: string, size: number, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  // If the file grows meanwhile, the body still has the announced length.
  if (size > 0) {
    try {
      yield* createReadStream(path, { end: size - 1, highWaterMark: 256 * 1024 });
    } catch (cause) {
      throw unreadable(path, cause);
    }
  }
  yield tail;
}

async function fileSize(path: string): Promise<number> {
  try {
    const stats = await stat(path);
    if (stats.isFile()) return stats.size;
  } catch (cause) {
    throw unreadable(path, cause);
  }
  throw new VitrineError('usage', message('upload-unreadable.no-file', { path }));
}

function unreadable(path: string, cause: unknown): VitrineError {
  const code = systemCode(cause) ?? 'unknown';
  return new VitrineError('usage', message('upload-unreadable', { path, code }), { cause });
}

/** As browsers do: characters that would end the quoted text are percent-encoded. */
function quotedName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function typeOf(name: string): string {
  const extension = knownExtension(extname(name).slice(1));
  return extension === null ? 'application/octet-stream' : mediaTypes[extension].mimeType;
}
