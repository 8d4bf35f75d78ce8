import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';

export interface JsonLimits {
  readonly bytes: number;
  readonly depth: number;
}

/** A whole number of this many digits may be above 2^53, where `JSON.parse` rounds. */
const longDigits = 16;

/**
 * Refuses deep nesting before it parses, because `JSON.parse` accepts millions of levels. Reads long whole numbers as
 * text, so that no id is rounded: a reviver with `context.source` takes four times as long and twice the memory.
 */
export function parseJson(bytes: Uint8Array, limits: JsonLimits): unknown {
  if (bytes.length > limits.bytes) throw tooLarge(limits.bytes);
  const long = scan(bytes, limits.depth);
  const text = decodeText(bytes, long);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the answer, which must not enter an error unscrubbed.
    throw new VitrineError('temporary', message('cms-not-json.damaged'));
  }
}

export function tooLarge(most: number): VitrineError {
  return new VitrineError('permanent', message('cms-too-large', { most }));
}

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;

/** One pass over the bytes: checks the depth and returns the long whole numbers as pairs of start and end. */
function scan(bytes: Uint8Array, most: number): readonly number[] {
  const long: number[] = [];
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      at = endOfString(bytes, at + 1);
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > most) throw new VitrineError('permanent', message('cms-too-deep', { most }));
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
    } else if (isDigit(byte) || byte === minus) {
      const start = at;
      let isWhole = true;
      for (; isOfNumber(bytes[at + 1] ?? 0); at++) isWhole &&= isDigit(bytes[at + 1] ?? 0);
      const digits = at + 1 - start - (byte === minus ? 1 : 0);
      if (isWhole && digits >= longDigits) long.push(start, at + 1);
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

/** A digit, or one of `+`, `-`, `.`, `E` and `e`. */
function isOfNumber(byte: number): boolean {
  return isDigit(byte) || byte === 0x2b || byte === minus || byte === 0x2e || byte === 0x45 || byte === 0x65;
}

/** Decodes to text with quotes around those numbers. Drops a byte order mark at the start. */
function decodeText(bytes: Uint8Array, long: readonly number[]): string {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let from = 0;
  // Starts and ends alternate; a quote goes to each.
  for (const at of long) {
    pieces.push(decoder.decode(bytes.subarray(from, at)));
    from = at;
  }
  pieces.push(decoder.decode(bytes.subarray(from)));
  return pieces.join('"');
}
