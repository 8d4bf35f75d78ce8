import { createPublicKey, verify } from 'node:crypto';
import { canonicalize } from '@tufjs/canonical-json';

export interface SignedCommand {
  readonly id: string;
  readonly name: string;
  readonly args?: unknown;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly spread: number;
}

/**
 * The signature covers the command and its topic, so the broker cannot redirect it. The prefix differs from all release metadata:
 * one key may sign both.
 */
export function signedBytes(
  topic: string,
  { id, name, args, issuedAt, expiresAt, spread }: SignedCommand,
): Buffer {
  const command = { topic, id, name, args: args ?? {}, issuedAt, expiresAt, spread };
  return Buffer.from(`vitrine command\n${canonicalize(command)}`);
}

/** `key`: Ed25519 public key in hexadecimal, as `vitrine release keys` writes it. */
export function isSignedBy(
  key: string,
  topic: string,
  { signature = '', ...command }: SignedCommand & { readonly signature?: string | undefined },
): boolean {
  const x = Buffer.from(key, 'hex').toString('base64url');
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, signedBytes(topic, command), publicKey, Buffer.from(signature, 'hex'));
  } catch {
    // The key is invalid, or the arguments have no canonical form.
    return false;
  }
}
