import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { systemCode } from './errors.ts';
import type { FileSystem } from './fs.ts';

export const unfinishedSuffix = '.new';

/** Leaves the whole new text or the whole old one, even after a crash; durable when it resolves. */
export async function writeDurably(fs: FileSystem, path: string, text: string): Promise<void> {
  const unfinished = `${path}${unfinishedSuffix}`;
  try {
    const file = await fs.open(unfinished, 'w');
    try {
      await file.write(Buffer.from(text));
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.rename(unfinished, path);
  } catch (thrown) {
    // On a full disk the partial file must not take the space of the next attempt.
    await unlinkIfThere(fs, unfinished);
    throw thrown;
  }
  await fs.syncFolder(dirname(path));
}

/** One line with its own checksum, which reveals a torn or damaged one. */
export function sealed(value: unknown): string {
  return sealedText(JSON.stringify(value));
}

export function sealedText(json: string): string {
  return `${checksum(json)} ${json}\n`;
}

/** Null for anything that `sealed` did not write. */
export function unsealed(line: string): unknown {
  const text = line.slice(9).trimEnd();
  // Zeros are the checksum of nothing.
  if (text === '' || line[8] !== ' ' || line.slice(0, 8) !== checksum(text)) return null;
  return JSON.parse(text);
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

export async function readIfThere(fs: FileSystem, path: string): Promise<string | null> {
  try {
    return Buffer.from(await fs.readFile(path)).toString('utf8');
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}

export async function unlinkIfThere(fs: FileSystem, path: string): Promise<void> {
  try {
    await fs.unlink(path);
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return;
    // A read-only disk refuses to remove even a missing file.
    const size = await sizeOf(fs, path).catch(() => Number.NaN);
    if (size !== null) throw thrown;
  }
}

/** The names in a folder; none if it is missing. */
export async function namesIn(fs: FileSystem, folder: string): Promise<readonly string[]> {
  try {
    return await fs.readdir(folder);
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}

/** Its size; null if it is missing. */
export async function sizeOf(fs: FileSystem, path: string): Promise<number | null> {
  try {
    const stats = await fs.stat(path);
    return stats.isFile ? stats.size : null;
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw thrown;
  }
}
