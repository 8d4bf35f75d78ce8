/** One part of a multipart body. `chunks` must be read to its end before the next part is asked for. */
export interface Part {
  readonly name: string;
  readonly fileName: string | null;
  readonly type: string | null;
  readonly chunks: AsyncIterable<Buffer>;
}

export class MalformedMultipart extends Error {
  override readonly name = 'MalformedMultipart';
}

const longestPartHeader = 16 * 1024;

/** The parts of a multipart/form-data body as they come in: nothing but a window of it is ever held. */
export async function* partsOf(source: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Part> {
  const window = new Window(source);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter may stand at the very beginning, without its line break.
  window.putBack(Buffer.from('\r\n'));
  for await (const _ of window.upTo(delimiter));
  for (;;) {
    if ((await window.take(2)).toString('latin1') === '--') return;
    const header = await window.header();
    const disposition = /^content-disposition:\s*form-data;(.*)$/im.exec(header)?.[1];
    const name = disposition === undefined ? undefined : parameter(disposition, 'name');
    if (disposition === undefined || name === undefined) throw new MalformedMultipart('A part has no name.');
    let finished = false;
    const rest = window.upTo(delimiter);
    const chunks = (async function* () {
      yield* rest;
      finished = true;
    })();
    yield {
      name,
      fileName: parameter(disposition, 'filename') ?? null,
      type: /^content-type:\s*(.+?)\s*$/im.exec(header)?.[1] ?? null,
      chunks,
    };
    if (!finished) for await (const _ of chunks);
  }
}

export function boundaryOf(contentType: string | undefined): string | null {
  const match = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(
    contentType ?? '',
  );
  return match?.[1] ?? match?.[2] ?? null;
}

/** Browsers write a quote in a name as %22, others as \". Any other backslash is part of the name. */
function parameter(disposition: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|;)\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(disposition);
  return match?.[1]?.replaceAll('\\"', '"').replaceAll('%22', '"');
}

class Window {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  putBack(bytes: Buffer): void {
    this.#held = Buffer.concat([bytes, this.#held]);
  }

  async take(length: number): Promise<Buffer> {
    while (this.#held.length < length) await this.#more();
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  /** The lines up to the empty one. The line break behind the delimiter is already taken. */
  async header(): Promise<string> {
    const first = await this.take(2);
    if (first.toString('latin1') === '\r\n') return '';
    this.putBack(first);
    let end = this.#held.indexOf('\r\n\r\n');
    while (end < 0) {
      if (this.#held.length > longestPartHeader)
        throw new MalformedMultipart('The header of a part is too long.');
      await this.#more();
      end = this.#held.indexOf('\r\n\r\n');
    }
    return (await this.take(end + 4)).toString('utf8');
  }

  /** What comes before the delimiter, which is swallowed. */
  async *upTo(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const found = this.#held.indexOf(delimiter);
      if (found >= 0) {
        const before = this.#held.subarray(0, found);
        this.#held = this.#held.subarray(found + delimiter.length);
        if (before.length > 0) yield before;
        return;
      }
      // The end of what is held may be the beginning of the delimiter.
      const sure = this.#held.length - delimiter.length + 1;
      if (sure > 0) {
        const before = this.#held.subarray(0, sure);
        this.#held = this.#held.subarray(sure);
        yield before;
      }
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const next = await this.#source.next();
    if (next.done) throw new MalformedMultipart('The body ends in the middle of a part.');
    this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
  }
}
