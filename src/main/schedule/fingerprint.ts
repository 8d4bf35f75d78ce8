import { hash } from 'node:crypto';

/** A stable name for content: 128 bits, so that nobody has to think of two contents with one name. */
export function fingerprint(content: string): string {
  return hash('sha256', content, 'hex').slice(0, 32);
}

/** 32 bits of the same, to start a shuffle from. */
export function seedOf(content: string): number {
  return Number.parseInt(hash('sha256', content, 'hex').slice(0, 8), 16);
}
