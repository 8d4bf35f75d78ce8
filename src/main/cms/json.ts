import { VitrineError } from '../errors.ts';

export interface JsonLimits {
  readonly bytes: number;
  readonly depth: number;
}

/** From this many digits on an integer may be above 2^53, where `JSON.parse` rounds. */
const longDigits = 16;

/**
 * Bytes → value, refused before parsing when nested too deeply (`JSON.parse` itself takes millions of levels), and
 * with long whole numbers read as text, so that no id is ever rounded.
 */
export function parseJson(bytes: Uint8Array, limits: JsonLimits): unknown {
  if (bytes.length > limits.bytes) throw tooLarge(limits.bytes);
  const long = scan(bytes, limits.depth);
  const text = decodeText(bytes, long);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes what is around the mistake; nothing of an answer goes into an error unscrubbed.
    throw new VitrineError(
      'temporary',
      'cms-not-json',
      'The CMS answered something that is not whole JSON.',
      {
        remedy: 'Check that the address of the CMS is right; a broken connection mends itself.',
      },
    );
  }
}

export function tooLarge(bytes: number): VitrineError {
  const size = bytes >= 1 << 20 ? `${Math.floor(bytes / (1 << 20))} MiB` : `${bytes} bytes`;
  return new VitrineError('permanent', 'cms-too-large', `The CMS answered more than ${size}.`, {
    remedy: 'Let the CMS page its lists, or ask for fewer records with cms.profile.listQuery.',
  });
}

const quote = 0x22;
const backslash = 0x5c;

/** One pass over the bytes: checks the depth, answers where the long whole numbers are (pairs of start and end). */
function scan(bytes: Uint8Array, most: number): readonly number[] {
  const long: number[] = [];
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      at = endOfString(bytes, at + 1);
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > most) {
        throw new VitrineError('permanent', 'cms-too-deep', `The CMS answered more than ${most} levels.`, {
          remedy: 'Check that the address of the CMS is right, or ask whoever runs the CMS.',
        });
      }
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
    } else if (byte >= 0x30 && byte <= 0x39) {
      const start = at;
      while (at + 1 < bytes.length && isDigit(bytes[at + 1] ?? 0)) at++;
      if (at - start + 1 >= longDigits && !isPartOfFraction(bytes, start, at)) {
        long.push(bytes[start - 1] === 0x2d ? start - 1 : start, at + 1);
      }
    }
  }
  return long;
}

function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isPartOfFraction(bytes: Uint8Array, start: number, end: number): boolean {
  const before = bytes[start - 1];
  const after = bytes[end + 1];
  const dot = 0x2e;
  const beforeThat = bytes[start - 2];
  const isExponent =
    before === 0x65 ||
    before === 0x45 ||
    ((before === 0x2b || before === 0x2d) && (beforeThat === 0x65 || beforeThat === 0x45));
  return before === dot || isExponent || after === dot || after === 0x65 || after === 0x45;
}

/** As text, with quotes put around those numbers. A byte order mark at the start is dropped. */
function decodeText(bytes: Uint8Array, long: readonly number[]): string {
  const decoder = new TextDecoder();
  if (long.length === 0) return decoder.decode(bytes);
  const parts: string[] = [];
  let from = 0;
  for (let index = 0; index < long.length; index += 2) {
    const start = long[index] ?? 0;
    const end = long[index + 1] ?? 0;
    parts.push(
      decoder.decode(bytes.subarray(from, start)),
      '"',
      decoder.decode(bytes.subarray(start, end)),
      '"',
    );
    from = end;
  }
  parts.push(decoder.decode(bytes.subarray(from)));
  return parts.join('');
}
