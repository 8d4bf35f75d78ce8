import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** A socket's address holds 107 bytes; a data folder's path may be longer. */
const longestAddress = 100;
const ownerOnly = 0o600;

export interface SocketAddress {
  readonly path: string;
  /** Where the socket file stands, to be removed before listening; null where there is no file. */
  readonly file: string | null;
  /** Who may open it: its owner, or the group too. */
  readonly mode: number;
  release(): void;
}

/**
 * The control socket of the player on this data folder: for listening and for calling. An installation may have it
 * elsewhere, for a group whose members cannot look into the data folder.
 */
export function controlSocket(dataDir: string, env: NodeJS.ProcessEnv = process.env): SocketAddress {
  const { VITRINE_CONTROL_SOCKET: elsewhere } = env;
  if (elsewhere) return { path: elsewhere, file: elsewhere, mode: 0o660, release: () => undefined };
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(dataDir.toLowerCase()).digest('hex').slice(0, 32);
    return { path: `\\\\.\\pipe\\vitrine-${name}`, file: null, mode: 0, release: () => undefined };
  }
  const file = join(dataDir, 'control.sock');
  if (Buffer.byteLength(file) <= longestAddress || process.platform !== 'linux') {
    return { path: file, file, mode: ownerOnly, release: () => undefined };
  }
  // The kernel resolves the folder through the open descriptor, whatever the length of its real path.
  const folder = openSync(dataDir, 'r');
  return {
    path: `/proc/self/fd/${folder}/control.sock`,
    file,
    mode: ownerOnly,
    release: () => closeSync(folder),
  };
}
