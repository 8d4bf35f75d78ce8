import type { Duplex } from 'node:stream';
import * as v from 'valibot';
import { isKnownMessage, type Message, message } from '../../../shared/languages/message.ts';
import type { Clock } from '../../ground/clock.ts';
import type { VitrineError } from '../../ground/errors.ts';
import { releaseError } from '../../release/failure.ts';

/** No line of the protocol is longer. */
const longestLine = 4096;

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** The player's request to root's installer: unpack a release, or remove all but a few. */
export const wishSchema = v.object({
  install: v.nullable(hash),
  needed: v.pipe(v.array(hash), v.maxLength(4)),
});
export type Wish = v.InferOutput<typeof wishSchema>;

/** The installer's questions, until it is done. */
export const questionSchema = v.union([
  v.object({ read: v.string(), most: v.number() }),
  v.object({ send: hash }),
  v.object({ done: v.literal(true) }),
  v.object({
    failed: v.string(),
    why: v.string(),
    // An installer of an earlier version sends none, and one of a later version may send what is not known here.
    sentence: v.optional(v.fallback(v.nullable(v.custom<Message>(isKnownMessage)), null), null),
    temporary: v.boolean(),
  }),
]);
export type Question = v.InferOutput<typeof questionSchema>;

/** Announces bytes; null: there is no file of that name. */
export const announcedSchema = v.object({
  bytes: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});

/**
 * Unpacking a hundred megabytes on a slow card takes its time. A side that owes data and stays silent for longer is dead; a side
 * that works is not cut off, as the other one has nothing to send.
 */
const longestSilenceMs = 900_000;

/** JSON lines and counted bytes in turn, over one connection. */
export class Talk {
  readonly #stream: Duplex;
  readonly #clock: Clock;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Duplex, clock: Clock) {
    this.#stream = stream;
    this.#clock = clock;
    // Reads and writes report it.
    stream.on('error', () => undefined);
    this.#chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  async hear<Schema extends v.GenericSchema>(schema: Schema): Promise<v.InferOutput<Schema>> {
    for (let end = this.#rest.indexOf('\n'); ; end = this.#rest.indexOf('\n')) {
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString('utf8');
        this.#rest = this.#rest.subarray(end + 1);
        const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), line);
        if (read.success) return read.output as v.InferOutput<Schema>;
        throw misheard('garbled');
      }
      if (this.#rest.length > longestLine) throw misheard('garbled');
      this.#rest = Buffer.concat([this.#rest, await this.#next()]);
    }
  }

  say(value: unknown): Promise<void> {
    return this.send(Buffer.from(`${JSON.stringify(value)}\n`));
  }

  async send(bytes: Uint8Array): Promise<void> {
    const stream = this.#stream;
    await this.#inTime(
      new Promise<void>((resolve, reject) => {
        stream.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    );
  }

  /** Exactly this number of bytes, in pieces. */
  async *bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0) this.#rest = await this.#next();
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  /** Drains the other side: it reads our last line only after it has sent everything. */
  async end(): Promise<void> {
    this.#stream.end();
    while (!(await this.#inTime(this.#chunks.next())).done);
  }

  async #next(): Promise<Buffer> {
    const { done, value } = await this.#inTime(this.#chunks.next());
    if (done) throw misheard('closed');
    return value;
  }

  async #inTime<Result>(waited: Promise<Result>): Promise<Result> {
    const stop = this.#clock.after(longestSilenceMs, () => this.#stream.destroy(misheard('late')));
    try {
      return await waited;
    } finally {
      stop();
    }
  }
}

function misheard(how: 'garbled' | 'closed' | 'late'): VitrineError {
  return releaseError(message(`update-no-installer.${how}`), { kind: 'temporary' });
}
