import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import * as v from 'valibot';
import { type Message, message } from '../../shared/languages/message.ts';
import { topicWordPattern } from '../config/topic-word.ts';
import { brokerAddress } from '../config/values.ts';
import { VitrineError } from '../ground/errors.ts';

const word = v.pipe(v.string(), v.regex(topicWordPattern));
const bytes = v.pipe(v.string(), v.regex(/^[\w-]{1,400}$/));

/**
 * One file for many screens: the broker's address, and credentials that may only enrol. Screens encrypt their password with `key`;
 * only the enrolling console has the private half, so others with this file cannot read it.
 */
export const enrolmentSchema = v.object({
  vitrine: v.literal('enrolment'),
  url: v.pipe(brokerAddress, v.maxLength(500)),
  fleet: word,
  groups: v.pipe(v.array(word), v.maxLength(20)),
  user: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(2000)),
  key: bytes,
  /** PEM text of the broker's CA. */
  ca: v.nullable(v.pipe(v.string(), v.maxLength(20_000))),
  /** Public key that signs commands. */
  commandKey: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
});

export type Enrolment = v.InferOutput<typeof enrolmentSchema>;

/** Written into the data folder by setup by phone, and removed after enrolment. */
export const ownEnrolment = 'fleet-enrolment.json';

export function enrolmentIn(text: string, path: string | null = null): Enrolment {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), enrolmentSchema), text);
  if (parsed.success) return parsed.output;
  throw unusable(
    path === null ? message('fleet-enrolment.invalid') : message('fleet-enrolment.invalid.file', { path }),
  );
}

export function unusable(reason: Message): VitrineError {
  return new VitrineError('auth', reason, { remedy: message('fleet-enrolment.create') });
}

const requestSchema = v.object({
  /** Suffix of the answer's topic. */
  to: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)),
  device: word,
  groups: v.pipe(v.array(word), v.maxLength(20)),
  /** The screen's public key, for this request alone. */
  key: bytes,
  sealed: bytes,
});

export type EnrolRequest = v.InferOutput<typeof requestSchema>;

const largestRequest = 4096;

/** Null: unreadable. */
export function readRequest(payload: Uint8Array): EnrolRequest | null {
  if (payload.length > largestRequest) return null;
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), requestSchema),
    Buffer.from(payload).toString('utf8'),
  );
  return parsed.success ? parsed.output : null;
}

export interface EnrolAnswer {
  readonly state: 'done' | 'refused';
  readonly code: string | null;
}

export function readAnswer(payload: Uint8Array): EnrolAnswer | null {
  const schema = v.object({
    state: v.picklist(['done', 'refused']),
    code: v.nullable(v.pipe(v.string(), v.maxLength(100))),
  });
  const text = Buffer.from(payload.subarray(0, largestRequest)).toString('utf8');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success ? parsed.output : null;
}

/** The public key goes into enrolment files; the private one stays with the enrolling console. */
export function newKeys(): { readonly publicKey: string; readonly privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
  };
}

/** Encrypts the password for the private key's owner. The names are authenticated, so it cannot be reused under another one. */
export function sealedRequest(
  { key, fleet, groups }: Pick<Enrolment, 'key' | 'fleet' | 'groups'>,
  { device, password, to }: { readonly device: string; readonly password: string; readonly to: string },
): EnrolRequest {
  const own = generateKeyPairSync('x25519');
  const request = { to, device, groups: [...groups] };
  const secret = secretOf(own.privateKey, publicOf(key), fleet, request);
  const cipher = createCipheriv('chacha20-poly1305', secret, nonce, { authTagLength: 16 });
  const sealed = Buffer.concat([cipher.update(password, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    ...request,
    key: own.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    sealed: sealed.toString('base64url'),
  };
}

/** The password; null: sealed for another key, or altered. */
export function opened(privateKey: string, fleet: string, request: EnrolRequest): string | null {
  const { to, device, groups, key, sealed } = request;
  try {
    const own = createPrivateKey({ key: Buffer.from(privateKey, 'base64url'), format: 'der', type: 'pkcs8' });
    const secret = secretOf(own, publicOf(key), fleet, { to, device, groups });
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('chacha20-poly1305', secret, nonce, { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Recognizes a screen that requests again. A plain hash is safe because the password is random. */
export function commitment(device: string, password: string): string {
  return `vitrine ${createHash('sha256').update(`${device}\0${password}`).digest('hex')}`;
}

/** A constant nonce is safe: each secret encrypts one request. */
const nonce = Buffer.alloc(12);

function secretOf(own: KeyObject, other: KeyObject, fleet: string, request: object): Buffer {
  const shared = diffieHellman({ privateKey: own, publicKey: other });
  return Buffer.from(hkdfSync('sha256', shared, '', `vitrine enrol ${fleet} ${JSON.stringify(request)}`, 32));
}

function publicOf(text: string): KeyObject {
  return createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' });
}
