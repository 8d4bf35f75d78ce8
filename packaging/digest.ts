import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** Of a file of any size. */
export function sha256(file: string): string {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(1 << 20);
  const opened = openSync(file, 'r');
  try {
    for (let size = readSync(opened, piece); size > 0; size = readSync(opened, piece))
      hash.update(piece.subarray(0, size));
  } finally {
    closeSync(opened);
  }
  return hash.digest('hex');
}
