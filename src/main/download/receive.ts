import { type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { message } from '../../shared/languages/message.ts';
import type { MediaKind } from '../edition/records.ts';
import { recognise } from '../media/kind.ts';
import { captivePortal, noSpace, refused } from './failures.ts';
import type { SharedNeeds } from './needs.ts';
import type { Part } from './part.ts';
import type { Attended, Opened } from './request.ts';
import { encodingOf } from './response.ts';

/** Space for a file that is longer than expected grows in steps of this size. */
const growBytes = 16 * 1024 * 1024;

/** Smaller chunks may come from Node's shared pool. */
const worthFreeing = 32 * 1024;

interface Receiving extends Attended {
  readonly kind: MediaKind;
  /** Space was made for a file of this length. */
  readonly expected: number;
  onProgress(received: number, total: number | null): void;
}

type ReceiveNeeds = Pick<SharedNeeds, 'clock' | 'limits' | 'bandwidth' | 'space'>;

/**
 * Writes the body of an answer into a part, with at most two blocks in memory. Returns the number of transferred bytes.
 */
export async function receive(
  part: Part,
  answer: Opened,
  { clock, limits, bandwidth, space }: ReceiveNeeds,
  { kind, expected, cut, guard, onProgress }: Receiving,
): Promise<number> {
  const { signal } = cut;
  // The answer may have broken off while the disk created the part: a listener added now would never fire.
  signal.throwIfAborted();
  if (answer.body.destroyed) throw closedEarly();
  const total = part.noted?.total ?? null;
  let transferred = 0;
  const count = (chunk: Buffer): void => {
    transferred += chunk.length;
    guard.moved(chunk.length);
  };
  const encoding = encodingOf(answer.head);
  const chunks = encoding === null ? answer.body : decoded(answer.body, encoding, count);
  guard.release();
  let spaceFor = expected;
  let sinceCheckpoint = 0;
  let checkpointAt = clock.monotonic();
  const took = (bytes: number): void => {
    onProgress(part.received, total);
    sinceCheckpoint += bytes;
    const isDue = sinceCheckpoint >= limits.checkpointBytes;
    if (isDue && clock.monotonic() - checkpointAt >= limits.checkpointMs) {
      sinceCheckpoint = 0;
      checkpointAt = clock.monotonic();
      part.checkpoint();
    }
  };
  const holdBack = async (
    bytes: number,
    written: Promise<void> | null,
    allowed: Promise<void> | null,
  ): Promise<void> => {
    guard.hold();
    // If the wait for bandwidth is cut, the block must still be written before the part is put away.
    await Promise.all([written, allowed]).finally(() => written?.catch(() => undefined));
    // The file is longer than announced or assumed: without a check it could fill the disk.
    if (part.received > spaceFor) {
      if (!(await space.take(growBytes))) throw noSpace();
      spaceFor += growBytes;
    }
    guard.release();
    took(bytes);
  };
  try {
    await eachChunk(chunks, (chunk) => {
      // Encoded bytes are counted before decoding.
      if (encoding === null) count(chunk);
      if (part.received === 0) refusePage(chunk, answer, kind);
      const bytes = chunk.length;
      const written = part.write(chunk);
      const allowed = bandwidth.take(bytes, signal);
      if (written !== null || allowed !== null || part.received > spaceFor) {
        return holdBack(bytes, written, allowed).then(() => free(chunk));
      }
      took(bytes);
      free(chunk);
      return null;
    });
  } catch (error) {
    // An aborted stream fails with its own error; the reason of the abort takes precedence.
    signal.throwIfAborted();
    throw error;
  } finally {
    guard.hold();
    chunks.destroy();
  }
  signal.throwIfAborted();
  return transferred;
}

/**
 * Passes on each chunk and pauses the stream while one is pending. It uses events because iterating a stream takes longer
 * than the rest of a small download. It settles only after the last pending chunk.
 */
function eachChunk(stream: Readable, take: (chunk: Buffer) => Promise<void> | null): Promise<void> {
  return new Promise((resolve, reject) => {
    let waiting: Promise<void> = Promise.resolve();
    const fail = (error: unknown): void => {
      stream.pause();
      waiting.then(() => reject(error), reject);
    };
    stream.on('data', (chunk: Buffer) => {
      try {
        const reason = take(chunk);
        if (reason === null) return;
        waiting = reason;
        stream.pause();
        waiting.then(() => stream.resume(), reject);
      } catch (error) {
        fail(error);
      }
    });
    stream.once('end', () => waiting.then(resolve, reject));
    stream.once('error', fail);
    stream.once('close', () => {
      if (!stream.readableEnded) fail(closedEarly());
    });
  });
}

/**
 * Frees the memory of a chunk at once. Otherwise the garbage collector runs for every 64 MB and walks the whole heap: a
 * fifth of the processor time of a large download. It waits for the HTTP parser, which still reads in the chunk. Chunks
 * with shared memory are left to the collector.
 */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength >= worthFreeing)
    setImmediate(() => buffer.transfer(0));
}

function closedEarly(): Error {
  return Object.assign(new Error('the answer ended early'), { code: 'ECONNRESET' });
}

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The request declines encodings, but some servers encode anyway. */
function decoded(body: Readable, encoding: string, count: (chunk: Buffer) => void): Readable {
  const decoder = decoders.get(encoding)?.();
  if (!decoder) {
    body.destroy();
    throw refused(message('media-encoding', { encoding }));
  }
  const counter = new Transform({
    transform(chunk, _, done) {
      count(chunk);
      done(null, chunk);
    },
  });
  body.on('error', (error) => decoder.destroy(error));
  return body.pipe(counter).pipe(decoder);
}

/** A login page is recognised within this many bytes; `accept` checks the whole file. */
const pageBytes = 4096;

/** Refuses a login page by its first bytes, without waiting for the rest. */
function refusePage(head: Uint8Array, answer: Opened, kind: MediaKind): void {
  if (recognise(head.subarray(0, pageBytes), Number.POSITIVE_INFINITY, kind) !== 'html') return;
  if (answer.leftOrigin) throw captivePortal();
  throw refused(message('media-is-page'));
}
