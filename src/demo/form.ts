import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { HttpProblem } from './problem.ts';

const longestField = 64 * 1024;

export interface FormFile {
  readonly field: string;
  /** The name sent by the client: never used as a path. */
  readonly fileName: string;
  readonly type: string;
  /** Must be read to its end. */
  readonly bytes: Readable;
}

/**
 * Streams a multipart form: only a window of it is held. The first failure ends it, and the rest of the body is not
 * read.
 */
export async function readForm(
  request: Readable & { readonly headers: IncomingHttpHeaders },
  take: (file: FormFile) => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const form = parserOf(request.headers);
  const fields = new Map<string, string>();
  const files: Promise<void>[] = [];
  const broken = (error: Error): void => void form.emit('error', error);
  request.once('error', broken);
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('field', (name, value, _nameCut, cut) => {
        if (cut) reject(new HttpProblem(413, `The field ${name} may have at most ${longestField} bytes.`));
        fields.set(name, value);
      });
      form.on('file', (field, bytes, fileName, _encoding, type) => {
        // The parser emits errors even without a reader.
        bytes.on('error', () => undefined);
        form.once('error', (error) => bytes.destroy(asError(error)));
        files.push(take({ field, bytes, fileName, type }));
        files.at(-1)?.catch(reject);
      });
      form.on('error', (error: unknown) => reject(malformed(error)));
      form.on('finish', resolve);
      request.pipe(form);
    });
    await Promise.all(files);
    return fields;
  } catch (error) {
    request.unpipe(form);
    broken(asError(error));
    await Promise.allSettled(files);
    throw error;
  } finally {
    request.off('error', broken);
  }
}

function parserOf(headers: IncomingHttpHeaders): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      preservePath: true,
      limits: { fieldSize: longestField, fields: 20, files: 2, parts: 22, headerSize: 16 * 1024 },
    });
  } catch (error) {
    throw malformed(error);
  }
}

function malformed(error: unknown): HttpProblem {
  return new HttpProblem(400, `The form cannot be read: ${asError(error).message}`);
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
