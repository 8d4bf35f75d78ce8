import { createHash } from 'node:crypto';
import { systemCode } from '../../ground/errors.ts';
import type { FileSystem } from '../../ground/fs.ts';

/** The SHA-256 of a file; null: there is no file. Reads in steps, with a `rest` after each. */
export async function hashFile(
  fs: FileSystem,
  path: string,
  rest: (bytes: number) => Promise<void> = async () => undefined,
): Promise<string | null> {
  let file: Awaited<ReturnType<FileSystem['open']>>;
  try {
    file = await fs.open(path, 'r');
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return null;
    throw thrown;
  }
  try {
    const hash = createHash('sha256');
    const buffer = new Uint8Array(1024 * 1024);
    for (let position = 0; ; ) {
      const read = await file.read(buffer, position);
      if (read === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, read));
      position += read;
      await rest(read);
    }
  } finally {
    await file.close();
  }
}
