import { type FileHandle, open } from 'node:fs/promises';
import { isExtension, mediaTypes } from '../../shared/media-types.ts';
import { systemCode } from '../ground/errors.ts';
import type { AppHandler } from '../host/host.ts';
import { objectPath } from '../store/objects/layout.ts';
import { type ByteRange, readRange } from './range.ts';
import type { Timed } from './read-times.ts';

/** Large enough that a video needs few reads, small enough that a reader that stops wastes little. */
const pieceBytes = 256 * 1024;

/** Serves `media/<sha256>.<extension>` from the store's objects, whole or as a byte range. */
export function createMedia(dataDir: string, timed: Timed = (read) => read()): AppHandler {
  return async (request) => {
    const [, sha256 = '', extension = ''] = mediaName.exec(new URL(request.url).pathname) ?? [];
    if (!isExtension(extension)) return new Response(null, { status: 404 });
    const file = await timed(() => openObject(objectPath(dataDir, sha256)));
    if (!file) return new Response(null, { status: 404 });
    try {
      const { size } = await file.stat();
      const range = readRange(request.headers.get('range'), size);
      const headers = describe(mediaTypes[extension].mimeType);
      if (range === 'unsatisfiable') {
        await file.close();
        return new Response(null, {
          status: 416,
          headers: { ...headers, 'content-range': `bytes */${size}` },
        });
      }
      const { from, to } = range === 'whole' ? { from: 0, to: size - 1 } : range;
      const contentRange = range === 'whole' ? {} : { 'content-range': `bytes ${from}-${to}/${size}` };
      const isEmpty = request.method === 'HEAD' || to < from;
      if (isEmpty) await file.close();
      return new Response(isEmpty ? null : streamFile(file, { from, to }, timed), {
        status: range === 'whole' ? 200 : 206,
        headers: { ...headers, ...contentRange, 'content-length': String(to + 1 - from) },
      });
    } catch (error) {
      await file.close();
      throw error;
    }
  };
}

const mediaName = /^\/media\/([0-9a-f]{64})\.([a-z0-9]{1,5})$/;

async function openObject(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function describe(mimeType: string): Record<string, string> {
  return {
    'content-type': mimeType,
    'accept-ranges': 'bytes',
    // The name is the hash of the content, so the content cannot change.
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    // An SVG opened as a document could run scripts: the sandbox forbids everything.
    ...(mimeType === mediaTypes.svg.mimeType
      ? { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox" }
      : {}),
  };
}

/** Reads only on demand. It closes the file at the end, on an error, and when the reader cancels. */
function streamFile(file: FileHandle, { from, to }: ByteRange, timed: Timed): ReadableStream<Uint8Array> {
  let position = from;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const buffer = new Uint8Array(Math.min(pieceBytes, to + 1 - position));
          const { bytesRead } = await timed(() => file.read(buffer, 0, buffer.length, position));
          if (bytesRead === 0) throw new Error('The file is shorter than before');
          position += bytesRead;
          controller.enqueue(buffer.subarray(0, bytesRead));
          if (position <= to) return;
          controller.close();
          await file.close();
        } catch (error) {
          await file.close();
          throw error;
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}
