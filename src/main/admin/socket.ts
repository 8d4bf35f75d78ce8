import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** A Unix socket's address holds 107 bytes; a data folder's path may be longer. */
const longestAddress = 100;
const ownerOnly = 0o600;

export interface SocketAddress {
  readonly path: string;
  /** The socket file, to be removed before listening; null for a Windows pipe. */
  readonly file: string | null;
  /** File mode: owner only, or the group too. */
  readonly mode: number;
  release(): void;
}

/**
 * Address of the control socket, for server and client. An installation may move it, for a group whose members cannot read the
 * data folder.
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
