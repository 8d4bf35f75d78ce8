import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** A socket's address holds 107 bytes; a data folder's path may be longer. */
const longestAddress = 100;

export interface SocketAddress {
  readonly path: string;
  /** Where the socket file stands, to be removed before listening; null where there is no file. */
  readonly file: string | null;
  release(): void;
}

/** The control socket of the player on this data folder: for listening and for calling. */
export function controlSocket(dataDir: string): SocketAddress {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(dataDir.toLowerCase()).digest('hex').slice(0, 32);
    return { path: `\\\\.\\pipe\\vitrine-${name}`, file: null, release: () => undefined };
  }
  const file = join(dataDir, 'control.sock');
  if (Buffer.byteLength(file) <= longestAddress || process.platform !== 'linux') {
    return { path: file, file, release: () => undefined };
  }
  // The kernel resolves the folder through the open descriptor, whatever the length of its real path.
  const folder = openSync(dataDir, 'r');
  return { path: `/proc/self/fd/${folder}/control.sock`, file, release: () => closeSync(folder) };
}
