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

/** For a file that turns out longer than expected, space is made in steps of this size. */
const growBytes = 16 * 1024 * 1024;

/** Smaller ones may be from memory that Node shares out. */
const worthFreeing = 32 * 1024;

interface Receiving extends Attended {
  readonly kind: MediaKind;
  /** Space was made for a file of this length. */
  readonly expected: number;
  onProgress(received: number, total: number | null): void;
}

type ReceiveNeeds = Pick<SharedNeeds, 'clock' | 'limits' | 'bandwidth' | 'space'>;

/**
 * Writes the body of an answer into a part, with never more than two blocks in memory. Answers how many bytes came over
 * the line.
 */
export async function receive(
  part: Part,
  answer: Opened,
  { clock, limits, bandwidth, space }: ReceiveNeeds,
  { kind, expected, cut, guard, onProgress }: Receiving,
): Promise<number> {
  const { signal } = cut;
  // The answer may have broken off while the disk made the part. A listener that is added now would never be told.
  signal.throwIfAborted();
  if (answer.body.destroyed) throw closedEarly();
  const total = part.noted?.total ?? null;
  let transferred = 0;
  const count = (chunk: Buffer): void => {
    transferred += chunk.length;
    guard.came(chunk.length);
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
    // The file is longer than anybody said, or than its encoding let us guess: the disk must not fill up unasked.
    if (part.received > spaceFor) {
      if (!(await space.take(growBytes))) throw noSpace();
      spaceFor += growBytes;
    }
    guard.release();
    took(bytes);
  };
  try {
    await eachChunk(chunks, (chunk) => {
      // What was encoded is counted before it is decoded.
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
    // A stream that was cut fails with an error of its own. The reason is the one for which it was cut.
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
 * Hands over chunk after chunk, and pauses the stream while one is waited for. It listens to events because for a small
 * file iterating takes longer than all the rest. It ends only after the last wait has ended.
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
 * Gives the memory of a chunk back at once. The garbage collector would be called for every 64 MB of them, and each time look
 * through all that the engine holds: a fifth of the processor time of a large download. Not before the parser has returned,
 * which reads on in it. A chunk that shares its memory with others is left to the collector.
 */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength >= worthFreeing)
    setImmediate(() => buffer.transfer(0));
}

function closedEarly(): Error {
  return Object.assign(new Error('the answer closed before its end'), { code: 'ECONNRESET' });
}

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** We ask for no encoding. A server that encodes all the same is understood if it is one of these. */
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

/** A login page shows itself in so many bytes. What does not is told by the whole file. */
const pageBytes = 4096;

/** Refuses a login page by its first bytes: nobody waits for the rest of it. */
function refusePage(head: Uint8Array, answer: Opened, kind: MediaKind): void {
  if (recognise(head.subarray(0, pageBytes), Number.POSITIVE_INFINITY, kind) !== 'html') return;
  if (answer.leftOrigin) throw captivePortal();
  throw refused(message('media-is-page'));
}
