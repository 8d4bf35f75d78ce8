import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { systemCode } from './errors.ts';
import type { FileSystem } from './fs.ts';

export const unfinishedSuffix = '.new';

/** The whole new text or the whole old one, whatever happens in between; durable when this resolves. */
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
    // On a full disk the half of it must not stay and take the space of the next try.
    await unlinkIfThere(fs, unfinished);
    throw thrown;
  }
  await fs.syncFolder(dirname(path));
}

/** One line that carries its own checksum, so that a torn or rotten one is seen. */
export function sealed(value: unknown): string {
  return sealedText(JSON.stringify(value));
}

export function sealedText(json: string): string {
  return `${checksum(json)} ${json}\n`;
}

/** Null for anything that `sealed` did not write. */
export function unsealed(line: string): unknown {
  const text = line.slice(9).trimEnd();
  // Noughts are the checksum of nothing.
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
    // A disk that takes nothing refuses even the removal of what is not there.
    const size = await sizeOf(fs, path).catch(() => Number.NaN);
    if (size !== null) throw thrown;
  }
}

/** The names in a folder, none when it is not there. */
export async function namesIn(fs: FileSystem, folder: string): Promise<readonly string[]> {
  try {
    return await fs.readdir(folder);
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}

/** Its size, or null when no such file is there. */
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
