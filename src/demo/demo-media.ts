import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { knownExtension, mediaTypes } from '../shared/media-types.ts';
import { Hashing, type StoredBytes } from './bytes.ts';

/** The same expression works in the source tree and in the build. */
export const demoMediaFolder = fileURLToPath(new URL('../demo/media/', import.meta.url));

export interface DemoMedium {
  readonly file: string;
  readonly thumbnail: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Seconds; null for pictures. */
  readonly duration: number | null;
}

/** By file name without extension. */
export function demoMedia(): Readonly<Record<string, DemoMedium>> {
  return JSON.parse(readFileSync(`${demoMediaFolder}manifest.json`, 'utf8')) as Record<string, DemoMedium>;
}

export function demoBytes(file: string): StoredBytes {
  const path = demoMediaFolder + file;
  const hashes = new Hashing().update(readFileSync(path)).done();
  const { size, mtimeMs } = statSync(path);
  return { from: { path }, size, modifiedAt: Math.floor(mtimeMs), hashes };
}

export function mimeTypeOf(extension: string): string | null {
  const known = knownExtension(extension);
  return known === null ? null : mediaTypes[known].mimeType;
}
