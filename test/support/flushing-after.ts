import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';

/** Delays the flush of parts until something else has happened. */
export const flushingAfter = (before: () => Promise<void>): FileSystem => ({
  ...realFileSystem,
  open: async (path, flags) => {
    const file = await realFileSystem.open(path, flags);
    if (!path.endsWith('.part')) return file;
    return {
      ...file,
      sync: async () => {
        await before();
        await file.sync();
      },
    };
  },
});
