import { systemCode } from '../../ground/errors.ts';
import type { FileSystem } from '../../ground/fs.ts';

/** Errors of lost bytes, and of files that have become unreadable. */
const unreadable = new Set(['EIO', 'EUCLEAN', 'EBADMSG', 'ENODATA', 'EACCES']);

export function isUnreadable(thrown: unknown): boolean {
  return unreadable.has(systemCode(thrown) ?? '');
}

/** A worn disk: unreadable files and folders count as absent. Must never serve what deletes or writes. */
export function asFarAsReadable(fs: FileSystem): FileSystem {
  const orAbsent =
    <Result>(read: (path: string) => Promise<Result>) =>
    async (path: string): Promise<Result> => {
      try {
        return await read(path);
      } catch (thrown) {
        if (!isUnreadable(thrown)) throw thrown;
        throw Object.assign(new Error(`${path} is unreadable`, { cause: thrown }), { code: 'ENOENT' });
      }
    };
  return { ...fs, readdir: orAbsent(fs.readdir), readFile: orAbsent(fs.readFile), stat: orAbsent(fs.stat) };
}
