import * as v from 'valibot';
import { readIfThere } from '../ground/durable-file.ts';
import type { FileSystem } from '../ground/fs.ts';

/** What is known of a part, in a small file beside it. */
export interface Noted {
  /** This many bytes are flushed to the disk, and this is what they hash to. */
  readonly bytes: number;
  readonly sha256: string;
  /** For `If-Range`: a strong entity tag or a date; null = the server named neither. */
  readonly validator: string | null;
  /** How long the whole will be, as far as the server said. */
  readonly total: number | null;
}

const sidecar = v.object({
  version: v.literal(1),
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  validator: v.nullable(v.pipe(v.string(), v.maxLength(1000))),
  total: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
});

/** Null when there is none, or when a crash or somebody else left something that cannot be read. */
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

/** Whole or not at all. It need not survive a crash: without it the download begins anew. */
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
