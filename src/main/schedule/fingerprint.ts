import { hash } from 'node:crypto';

/** A stable name for content: 128 bits, so that collisions can be ignored. */
export function fingerprint(content: string): string {
  return hash('sha256', content, 'hex').slice(0, 32);
}

/** 32 bits of the same hash, as the seed of a shuffle. */
export function seedOf(content: string): number {
  return Number.parseInt(hash('sha256', content, 'hex').slice(0, 8), 16);
}
