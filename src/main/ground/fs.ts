import * as fs from 'node:fs';
import * as promises from 'node:fs/promises';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import { makeFolder } from './make-folder.ts';

/** The disk as sync and store use it: small, so that a test can inject one that loses unflushed data. */
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

/**
 * Only the engine's thread uses it, which waits for its disk in every SQLite commit anyway. So calls that the kernel
 * answers from memory (open, rename, a small write) are synchronous: the thread pool would cost several times the call
 * itself, and a thousand small files make ten thousand calls. Flushes and large writes are never synchronous, nor is the
 * creation of a file during a flush: it would wait for the journal just as long.
 *
 * The use of the thread pool is bounded: the main thread reads the stage's media there, and needs a free thread while
 * the card is slow.
 */
export const realFileSystem: FileSystem = {
  open: async (path, flags) => {
    const makesFile = flags !== 'r' && flags !== 'r+';
    return openFile(
      makesFile && flushes.pending > 0
        ? await others.add(() => openNow(path, flags, 0o600))
        : fs.openSync(path, flags, 0o600),
    );
  },
  rename: async (from, to) => fs.renameSync(from, to),
  unlink: (path) => others.add(() => promises.unlink(path)),
  // Creating a folder takes ten times as long as a file. It rarely exists already or lacks parents.
  mkdir: (path) => others.add(() => makeNow(path, 0o700)).catch(() => makeFolder(path)),
  readdir: (path) => others.add(() => promises.readdir(path)),
  readFile: (path) => others.add(() => promises.readFile(path)),
  stat: async (path) => {
    const stats = fs.statSync(path);
    return { size: stats.size, isFile: stats.isFile(), modifiedMs: stats.mtimeMs };
  },
  syncFolder: async (path) => {
    // Windows has no way to open a folder for this; its file systems journal names by themselves.
    if (process.platform === 'win32') return;
    const file = fs.openSync(path, 'r');
    try {
      await flush(file);
    } finally {
      fs.closeSync(file);
    }
  },
  space: async (path) => {
    const stats = await others.add(() => promises.statfs(path));
    return { freeBytes: stats.bavail * stats.bsize, totalBytes: stats.blocks * stats.bsize };
  },
};

const inPlaceBytes = 256 * 1024;
const openNow = promisify(fs.open);
const makeNow = promisify<string, number>(fs.mkdir);
const flushNow = promisify(fs.fsync);
const writeNow = promisify(fs.write);
const readNow = promisify(fs.read);

/** Parallel flushes share one commit of the journal: for a thousand small files, two at once take twice as long as four. */
const flushes = new PQueue({ concurrency: 4 });
const others = new PQueue({ concurrency: 2 });

const flush = (file: number): Promise<void> => flushes.add(() => flushNow(file));

function openFile(file: number): OpenFile {
  return {
    write: async (bytes) => {
      for (let done = 0; done < bytes.length; ) {
        const left = bytes.length - done;
        done +=
          left > inPlaceBytes
            ? (await others.add(() => writeNow(file, bytes, done, left, null))).bytesWritten
            : fs.writeSync(file, bytes, done, left);
      }
    },
    read: async (buffer, position) =>
      buffer.length > inPlaceBytes
        ? (await others.add(() => readNow(file, buffer, 0, buffer.length, position))).bytesRead
        : fs.readSync(file, buffer, 0, buffer.length, position),
    truncate: async (size) => fs.ftruncateSync(file, size),
    sync: () => flush(file),
    close: async () => fs.closeSync(file),
  };
}
