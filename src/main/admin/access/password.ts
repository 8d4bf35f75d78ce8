import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { message } from '../../../shared/languages/message.ts';
import { VitrineError } from '../../ground/errors.ts';

/** The stored form of a password. */
export interface KeptPassword {
  readonly salt: string;
  readonly hash: string;
  /** scrypt's N, stored with the hash so that later versions can raise it. */
  readonly cost: number;
}

const usualCost = 2 ** 15;
const shortest = 10;
const longest = 200;
const bytes = 32;

export async function keepPassword(password: string, cost = usualCost): Promise<KeptPassword> {
  if (password.length < shortest || password.length > longest)
    throw new VitrineError('usage', message('password-length', { shortest, longest }));
  const salt = randomBytes(16);
  const hash = await derived(password, salt, cost);
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), cost };
}

export async function isPassword(kept: KeptPassword, password: string): Promise<boolean> {
  if (password.length > longest) return false;
  const hash = await derived(password, Buffer.from(kept.salt, 'base64'), kept.cost);
  return timingSafeEqual(hash, Buffer.from(kept.hash, 'base64'));
}

/** Easy to type from paper: no look-alike characters. 80 bits. */
export function madePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const drawn = Array.from(randomBytes(16), (byte) => letters[byte % letters.length] ?? '');
  return [0, 4, 8, 12].map((from) => drawn.slice(from, from + 4).join('')).join('-');
}

/** Asynchronous, so that the thread that serves the show does not wait. */
function derived(password: string, salt: Buffer, n: number): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(
      password.normalize('NFKC'),
      salt,
      bytes,
      { N: n, r: 8, p: 1, maxmem: 64 * 1024 * 1024 },
      (error, key) => (error ? reject(error) : resolve(key)),
    ),
  );
}
