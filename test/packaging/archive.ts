import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One file of a packaged program: in the archive, or beside it where the system needs a real file. */
export interface PackedFile {
  readonly path: string;
  readonly size: number;
  readonly unpacked: boolean;
  read(): Buffer;
}

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly size?: number;
  readonly offset?: string;
  readonly unpacked?: boolean;
}

interface Folder extends Entry {
  readonly files: Record<string, Entry>;
}

/** What Electron checks an archive against: the hash of its index, which holds the hashes of the files. */
export function archiveHash(path: string): string {
  const archive = readFileSync(path);
  return createHash('sha256')
    .update(archive.subarray(16, 16 + archive.readUInt32LE(12)))
    .digest('hex');
}

/** The files of an `app.asar`: a length-prefixed JSON index, then the contents one after the other. */
export function readArchive(path: string): readonly PackedFile[] {
  const archive = readFileSync(path);
  const contents = 8 + archive.readUInt32LE(4);
  const index: Entry = JSON.parse(archive.subarray(16, 16 + archive.readUInt32LE(12)).toString());
  const walk = (entry: Entry, at: string): PackedFile[] => {
    if (entry.files) {
      return Object.entries(entry.files).flatMap(([name, child]) => walk(child, at ? `${at}/${name}` : name));
    }
    const size = entry.size ?? 0;
    const start = contents + Number(entry.offset);
    const unpacked = entry.unpacked === true;
    const read = (): Buffer =>
      unpacked ? readFileSync(join(`${path}.unpacked`, at)) : archive.subarray(start, start + size);
    return [{ path: at, size, unpacked, read }];
  };
  return walk(index, '');
}

/** Such an archive: contents by path, and the paths of what lies beside it instead, in the folder `….asar.unpacked`. */
export function makeArchive(
  contents: Readonly<Record<string, string | Buffer>>,
  unpacked: ReadonlySet<string> = new Set(),
): Buffer {
  const packed = Object.entries(contents).map(([path, text]) => ({
    path,
    bytes: Buffer.from(text),
    isUnpacked: unpacked.has(path),
  }));
  const index: Folder = { files: {} };
  let offset = 0;
  for (const { path, bytes, isUnpacked } of packed) {
    const folders = path.split('/');
    const name = folders.pop() ?? '';
    const parent = folders.reduce<Folder>((at, each) => {
      at.files[each] ??= { files: {} };
      return at.files[each] as Folder;
    }, index);
    const size = bytes.length;
    parent.files[name] = isUnpacked ? { size, unpacked: true } : { size, offset: String(offset) };
    if (!isUnpacked) offset += size;
  }
  const text = Buffer.from(JSON.stringify(index));
  const padded = Math.ceil(text.length / 4) * 4;
  const head = Buffer.alloc(16 + padded);
  for (const [at, value] of [4, 8 + padded, 4 + padded, text.length].entries())
    head.writeUInt32LE(value, 4 * at);
  text.copy(head, 16);
  return Buffer.concat([head, ...packed.filter((file) => !file.isUnpacked).map(({ bytes }) => bytes)]);
}
