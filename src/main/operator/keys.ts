import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomBytes,
  scryptSync,
  sign,
} from 'node:crypto';
import { canonicalize } from '@tufjs/canonical-json';
import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { releaseError } from '../release/failure.ts';

export const roles = ['root', 'targets', 'snapshot', 'timestamp'] as const;
export type Role = (typeof roles)[number];
/** A key is for one of these roles, or signs commands of a fleet. */
const keyRoles = [...roles, 'commands'] as const;
export type KeyRole = (typeof keyRoles)[number];

const hex = v.pipe(v.string(), v.regex(/^[0-9a-f]+$/));

/** A key file: the public half in plain text, the private half encrypted with a passphrase. */
const keyFile = v.object({
  vitrineKey: v.literal(1),
  role: v.picklist(keyRoles),
  public: v.pipe(hex, v.length(64)),
  // Bounds the work that a foreign file may cause.
  scrypt: v.object({ cost: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(2 ** 20)), salt: hex }),
  nonce: hex,
  tag: v.pipe(hex, v.length(32)),
  secret: hex,
});
export type KeyFile = v.InferOutput<typeof keyFile>;

/** About half a second and 128 MB for each guess. */
const usualCost = 2 ** 17;

export function newSalt(): string {
  return randomBytes(16).toString('hex');
}

/** Keys that are made together may share a salt: opening them then takes one derivation. */
export function makeKey(role: KeyRole, passphrase: string, salt: string, cost = usualCost): KeyFile {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const nonce = randomBytes(12);
  const head = { vitrineKey: 1 as const, role, public: rawPublic(publicKey) };
  const cipher = createCipheriv('aes-256-gcm', derived(passphrase, salt, cost), nonce);
  cipher.setAAD(Buffer.from(canonicalize(head)));
  const secret = Buffer.concat([
    cipher.update(privateKey.export({ type: 'pkcs8', format: 'der' })),
    cipher.final(),
  ]);
  return {
    ...head,
    scrypt: { cost, salt },
    nonce: nonce.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    secret: secret.toString('hex'),
  };
}

/** Null: wrong passphrase, or a damaged file. */
export function openKey(file: KeyFile, passphrase: string): KeyObject | null {
  const key = derived(passphrase, file.scrypt.salt, file.scrypt.cost);
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(file.nonce, 'hex'));
  decipher.setAAD(
    Buffer.from(canonicalize({ vitrineKey: file.vitrineKey, role: file.role, public: file.public })),
  );
  decipher.setAuthTag(Buffer.from(file.tag, 'hex'));
  try {
    const der = Buffer.concat([decipher.update(Buffer.from(file.secret, 'hex')), decipher.final()]);
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch {
    return null;
  }
}

export function parseKeyFile(text: string, path: string): KeyFile {
  try {
    return v.parse(keyFile, JSON.parse(text));
  } catch (cause) {
    throw releaseError(message('release-wrong.key-file', { path }), { cause });
  }
}

const derivedBefore = new Map<string, Buffer>();

function derived(passphrase: string, salt: string, cost: number): Buffer {
  const known = JSON.stringify([passphrase, salt, cost]);
  const before = derivedBefore.get(known);
  if (before) return before;
  const maxmem = 256 * 8 * cost + 1024 * 1024;
  const key = scryptSync(passphrase.normalize(), Buffer.from(salt, 'hex'), 32, {
    N: cost,
    r: 8,
    p: 1,
    maxmem,
  });
  derivedBefore.set(known, key);
  return key;
}

function rawPublic(key: KeyObject): string {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
}

/** A public key in the format of the root. */
export function publicKey(raw: string) {
  return { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: raw } };
}

export function keyId(raw: string): string {
  return hash('sha256', canonicalize(publicKey(raw)));
}

/** An available private key, for one role. */
export interface Signer {
  readonly role: KeyRole;
  readonly public: string;
  sign(bytes: Buffer): string;
}

export function signerOf(file: KeyFile, key: KeyObject): Signer {
  if (rawPublic(createPublicKey(key)) !== file.public)
    throw releaseError(message('release-wrong.key-halves'));
  return {
    role: file.role,
    public: file.public,
    sign: (bytes) => sign(null, bytes, key).toString('hex'),
  };
}
