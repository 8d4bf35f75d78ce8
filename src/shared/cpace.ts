import { ristretto255, ristretto255_hasher } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';

/**
 * CPace (draft-irtf-cfrg-cpace, ristretto255 with SHA-512): two who know the same short PIN come to the same key. Whoever answers in
 * the place of one of them can try a single PIN with that, and learns nothing for trying others later.
 */
export interface CpaceTerms {
  readonly pin: string;
  /** What this is for, the same on both sides. */
  readonly channel: Uint8Array;
  /** New for each try. */
  readonly session: Uint8Array;
}

const { Point } = ristretto255;
const domain = 'CPaceRistretto255';
const blockBytes = 128;
const text = new TextEncoder();

/** The secret number of one side, of 32 random bytes: below the order of the group. */
export function numberOf(random: Uint8Array): bigint {
  const bytes = Uint8Array.from(random);
  bytes[31] = (bytes[31] ?? 0) & 0x0f;
  return Point.Fn.fromBytes(bytes);
}

/** What one side sends: the generator that its PIN leads to, times its secret number. */
export function shareOf(terms: CpaceTerms, secret: bigint): Uint8Array {
  return generatorOf(terms).multiply(secret).toBytes();
}

/** Null: what the other side has sent is no point, or one that would make every key the same. */
export function keyWith(
  theirs: Uint8Array,
  secret: bigint,
  session: Uint8Array,
  transcript: Uint8Array,
): Uint8Array | null {
  try {
    const shared = Point.fromBytes(theirs).multiply(secret);
    if (shared.is0()) return null;
    const label = text.encode(`${domain}_ISK`);
    return sha512(joined(withLengths(label, session, shared.toBytes()), transcript));
  } catch {
    return null;
  }
}

/** First the share of who begins, each with what it says beside. */
export function transcriptOf(
  first: Uint8Array,
  second: Uint8Array,
  beside: readonly [Uint8Array, Uint8Array] = [new Uint8Array(), new Uint8Array()],
): Uint8Array {
  return joined(withLengths(first, beside[0]), withLengths(second, beside[1]));
}

/** PIN and domain fill a whole block of the hash by themselves. */
function generatorOf({ pin, channel, session }: CpaceTerms) {
  const [name, secret] = [text.encode(domain), text.encode(pin)];
  const filling = blockBytes - 1 - withLengths(secret).length - withLengths(name).length;
  const whole = withLengths(name, secret, new Uint8Array(Math.max(0, filling)), channel, session);
  const derive = ristretto255_hasher.deriveToCurve;
  if (derive === undefined) throw new TypeError('The group has no map from bytes to points.');
  return derive(sha512(whole));
}

/** Each behind its length; everything here is shorter than 128 bytes, so that its length is one byte. */
function withLengths(...parts: readonly Uint8Array[]): Uint8Array {
  return joined(...parts.flatMap((part) => [Uint8Array.of(part.length), part]));
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
