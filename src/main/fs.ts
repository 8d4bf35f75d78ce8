import type { FileHandle } from 'node:fs/promises';
import * as fs from 'node:fs/promises';

/** The disk as sync and store see it: small, so that a test can hand in one that forgets what was not fsynced. */
export interface FileSystem {
  open(path: string, flags: 'r' | 'w' | 'wx' | 'a' | 'r+'): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  mkdir(path: string): Promise<void>;
  readdir(path: string): Promise<readonly string[]>;
  readFile(path: string): Promise<Uint8Array>;
  stat(
    path: string,
  ): Promise<{ readonly size: number; readonly isFile: boolean; readonly modifiedMs: number }>;
  /** Makes the names in a folder durable. */
  syncFolder(path: string): Promise<void>;
  space(path: string): Promise<{ readonly freeBytes: number; readonly totalBytes: number }>;
}

export interface OpenFile {
  write(bytes: Uint8Array): Promise<void>;
  read(buffer: Uint8Array, position: number): Promise<number>;
  truncate(size: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export const realFileSystem: FileSystem = {
  open: async (path, flags) => openFile(await fs.open(path, flags, 0o600)),
  rename: fs.rename,
  unlink: fs.unlink,
  mkdir: async (path) => {
    await fs.mkdir(path, { recursive: true, mode: 0o700 });
  },
  readdir: (path) => fs.readdir(path),
  readFile: (path) => fs.readFile(path),
  stat: async (path) => {
    const stats = await fs.stat(path);
    return { size: stats.size, isFile: stats.isFile(), modifiedMs: stats.mtimeMs };
  },
  syncFolder: async (path) => {
    // Windows has no way to open a folder for this; its file systems journal names by themselves.
    if (process.platform === 'win32') return;
    const handle = await fs.open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  space: async (path) => {
    const stats = await fs.statfs(path);
    return { freeBytes: stats.bavail * stats.bsize, totalBytes: stats.blocks * stats.bsize };
  },
};

function openFile(handle: FileHandle): OpenFile {
  return {
    write: async (bytes) => {
      for (let done = 0; done < bytes.length; ) {
        done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten;
      }
    },
    read: async (buffer, position) => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
    truncate: (size) => handle.truncate(size),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}
