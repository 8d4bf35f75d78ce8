import type { FileSystem } from '../../../src/main/ground/fs.ts';

/** The first flush of the file with this name fails; later ones claim success, as the kernel's do. */
export function failingFlush(fs: FileSystem, name: string): FileSystem {
  let failed = false;
  return {
    ...fs,
    open: async (path, flags) => {
      const file = await fs.open(path, flags);
      if (!path.endsWith(name)) return file;
      return {
        ...file,
        sync: async () => {
          if (failed) return file.sync();
          failed = true;
          throw Object.assign(new Error('input/output error'), { code: 'EIO' });
        },
      };
    },
  };
}
