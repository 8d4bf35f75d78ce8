import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FinishedPart } from '../../../src/main/download/ports.ts';
import { source } from '../../support/records.ts';

/** Bytes that depend on the name only. */
export function bytesOf(name: string, size = 2_000): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0, block = 0; at < size; block++) {
    const digest = createHash('sha256').update(`${name} ${block}`).digest();
    bytes.set(digest.subarray(0, Math.min(digest.length, size - at)), at);
    at += digest.length;
  }
  return bytes;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** What a download of this media file leaves when its bytes are verified. */
export async function finishedPart(
  partsFolder: string,
  id: string,
  options: { name?: string; marker?: string; size?: number; source?: string } = {},
): Promise<FinishedPart> {
  const bytes = bytesOf(options.name ?? id, options.size);
  const path = join(partsFolder, `part-${id}`);
  await writeFile(path, bytes);
  return {
    path,
    source: options.source ?? source,
    marker: options.marker ?? `marker ${id}`,
    mediaFileIds: [id],
    sha256: sha256Of(bytes),
    md5: createHash('md5').update(bytes).digest('hex'),
    sha1: null,
    bytes: bytes.length,
    kind: 'image',
    mimeType: 'image/png',
    extension: 'png',
    durationMs: null,
    width: 16,
    height: 9,
  };
}
