import * as v from 'valibot';
import { readIfThere } from '../ground/durable-file.ts';
import type { FileSystem } from '../ground/fs.ts';

/** The note about a part, in a small file beside it. */
export interface Noted {
  /** Bytes flushed to the disk; `sha256` is their hash. */
  readonly bytes: number;
  readonly sha256: string;
  /** For `If-Range`: a strong entity tag or a date; null: the server sent neither. */
  readonly validator: string | null;
  /** Length of the whole file, if the server announced it. */
  readonly total: number | null;
}

const sidecar = v.object({
  version: v.literal(1),
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  validator: v.nullable(v.pipe(v.string(), v.maxLength(1000))),
  total: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
});

/** Null when the sidecar is missing or unreadable. */
export async function readSidecar(fs: FileSystem, path: string): Promise<Noted | null> {
  const text = await readIfThere(fs, path);
  if (text === null) return null;
  const parsed = v.safeParse(sidecar, parseJson(text));
  if (!parsed.success) return null;
  const { version: _, ...noted } = parsed.output;
  return noted;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Atomic, by a rename. It may be lost in a crash: without it the download starts again. */
export async function writeSidecar(fs: FileSystem, path: string, noted: Noted): Promise<void> {
  const { bytes, sha256, validator, total } = noted;
  const file = await fs.open(`${path}.new`, 'w');
  try {
    await file.write(Buffer.from(JSON.stringify({ version: 1, bytes, sha256, validator, total })));
    await file.sync();
  } finally {
    await file.close();
  }
  await fs.rename(`${path}.new`, path);
}
