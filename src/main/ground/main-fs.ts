import * as promises from 'node:fs/promises';
import PQueue from 'p-queue';
import type { FileSystem, OpenFile } from './fs.ts';
import { makeFolder } from './make-folder.ts';

/** Together with the engine's limit it leaves most threads of the pool to the playing media. */
const calls = new PQueue({ concurrency: 1 });

/**
 * The disk for the main thread, which must never block: during a flush, even opening or renaming a file waits for the
 * journal. Each call goes to the thread pool, one at a time.
 */
export const mainFileSystem: FileSystem = {
  open: async (path, flags) => openFile(await calls.add(() => promises.open(path, flags, 0o600))),
  rename: (from, to) => calls.add(() => promises.rename(from, to)),
  unlink: (path) => calls.add(() => promises.unlink(path)),
  // It rarely exists already or lacks parents.
  mkdir: (path) => calls.add(() => promises.mkdir(path, 0o700)).catch(() => makeFolder(path)),
  readdir: (path) => calls.add(() => promises.readdir(path)),
  readFile: (path) => calls.add(() => promises.readFile(path)),
  stat: async (path) => {
    const stats = await calls.add(() => promises.stat(path));
    return { size: stats.size, isFile: stats.isFile(), modifiedMs: stats.mtimeMs };
  },
  syncFolder: async (path) => {
    // Windows has no way to open a folder for this; its file systems journal names by themselves.
    if (process.platform === 'win32') return;
    const folder = await mainFileSystem.open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
  space: async (path) => {
    const stats = await calls.add(() => promises.statfs(path));
    return { freeBytes: stats.bavail * stats.bsize, totalBytes: stats.blocks * stats.bsize };
  },
};

function openFile(file: promises.FileHandle): OpenFile {
  return {
    write: (bytes) => calls.add(() => file.writeFile(bytes)),
    read: async (buffer, position) =>
      (await calls.add(() => file.read(buffer, 0, buffer.length, position))).bytesRead,
    truncate: (size) => calls.add(() => file.truncate(size)),
    sync: () => calls.add(() => file.sync()),
    close: () => calls.add(() => file.close()),
  };
}
