import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

export interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly size?: number;
  readonly offset?: string;
  readonly unpacked?: boolean;
}

/** The entry of a path in an archive. */
export interface InArchive {
  readonly archive: string;
  readonly inside: readonly string[];
}

// Taken before asar.ts replaces them.
const disk = { closeSync, fstatSync, openSync, readSync, statSync };
const indexes = new Map<string, { readonly key: string; readonly files: Entry; readonly contents: number }>();

/** Null outside of archives. A folder of that name is no archive. */
export function inArchive(path: unknown): InArchive | null {
  const text = path instanceof URL ? path.pathname : Buffer.isBuffer(path) ? path.toString() : path;
  if (typeof text !== 'string' || !/\.asar/i.test(text)) return null;
  const parts = text.split('/');
  const end = parts.findIndex((part) => part.endsWith('.asar')) + 1;
  const archive = parts.slice(0, end).join('/');
  if (end === 0 || disk.statSync(archive, { throwIfNoEntry: false })?.isFile() !== true) return null;
  return { archive, inside: parts.slice(end).filter(Boolean) };
}

/** Undefined: it is not in the archive. */
export function entryOf({ archive, inside }: InArchive): Entry | undefined {
  return opened(archive, ({ files }) => found(files, inside));
}

/** The bytes of a file that is packed. */
export function contentsOf({ archive, inside }: InArchive): Buffer {
  return opened(archive, ({ file, files, contents }) => {
    const { size = 0, offset } = found(files, inside) ?? {};
    return bytesAt(file, contents + Number(offset), size);
  });
}

/** The path of a file that the system itself must be able to open. */
export function unpackedPath({ archive, inside }: InArchive): string {
  return [`${archive}.unpacked`, ...inside].join('/');
}

function found(files: Entry, inside: readonly string[]): Entry | undefined {
  return inside.reduce<Entry | undefined>((at, name) => {
    const children = at?.files;
    return children && Object.hasOwn(children, name) ? children[name] : undefined;
  }, files);
}

/** The index is read again when the file has been replaced: updates replace whole folders. */
function opened<T>(
  archive: string,
  read: (opened: { readonly file: number; readonly files: Entry; readonly contents: number }) => T,
): T {
  const file = disk.openSync(archive, 'r');
  try {
    const { ino, mtimeMs, size } = disk.fstatSync(file);
    const key = `${ino} ${mtimeMs} ${size}`;
    let index = indexes.get(archive);
    if (index?.key !== key) {
      const head = bytesAt(file, 0, 16);
      const files: Entry = JSON.parse(bytesAt(file, 16, head.readUInt32LE(12)).toString());
      index = { key, files, contents: 8 + head.readUInt32LE(4) };
      indexes.set(archive, index);
    }
    return read({ ...index, file });
  } finally {
    disk.closeSync(file);
  }
}

function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const count = disk.readSync(file, bytes, done, length - done, at + done);
    if (count === 0) throw new Error('an archive ends before its contents do');
    done += count;
  }
  return bytes;
}
