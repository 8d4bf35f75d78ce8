import { ristretto255, ristretto255_hasher } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';

/**
 * CPace (draft-irtf-cfrg-cpace, ristretto255 with SHA-512): two sides that know the same short PIN derive the same key.
 * An impostor can test a single PIN per exchange and learns nothing for testing others offline.
 */
export interface CpaceTerms {
  readonly pin: string;
  /** Purpose of the key, equal on both sides. */
  readonly channel: Uint8Array;
  /** New for each attempt. */
  readonly session: Uint8Array;
}

const { Point } = ristretto255;
const domain = 'CPaceRistretto255';
const blockBytes = 128;
const text = new TextEncoder();

/** The secret scalar of one side from 32 random bytes, below the order of the group. */
export function numberOf(random: Uint8Array): bigint {
  const bytes = Uint8Array.from(random);
  bytes[31] = (bytes[31] ?? 0) & 0x0f;
  return Point.Fn.fromBytes(bytes);
}

/** The message of one side: the generator derived from its PIN, times its secret scalar. */
export function shareOf(terms: CpaceTerms, secret: bigint): Uint8Array {
  return generatorOf(terms).multiply(secret).toBytes();
}

/** Null: the other side sent no valid point, or one that makes every key equal. */
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

/** The initiator's share comes first, each with its associated data. */
export function transcriptOf(
  first: Uint8Array,
  second: Uint8Array,
  beside: readonly [Uint8Array, Uint8Array] = [new Uint8Array(), new Uint8Array()],
): Uint8Array {
  return joined(withLengths(first, beside[0]), withLengths(second, beside[1]));
}

/** PIN and domain alone fill a whole hash block. */
function generatorOf({ pin, channel, session }: CpaceTerms) {
  const [name, secret] = [text.encode(domain), text.encode(pin)];
  const filling = blockBytes - 1 - withLengths(secret).length - withLengths(name).length;
  const whole = withLengths(name, secret, new Uint8Array(Math.max(0, filling)), channel, session);
  const derive = ristretto255_hasher.deriveToCurve;
  if (derive === undefined) throw new TypeError('The group has no map from bytes to points.');
  return derive(sha512(whole));
}

/** Prefixes each part with its length: one byte, as every part is shorter than 128 bytes. */
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
