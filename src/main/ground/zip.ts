import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Names are in UTF-8. */
const flags = 0x0800;
const deflated = 8;

/** A zip archive of a few files, held in memory: every system opens it without extra software. */
export function zipped(files: readonly ZippedFile[], at: Date): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const stamp = [(at.getUTCHours() << 11) | (at.getUTCMinutes() << 5), dayOf(at)] as const;
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = Buffer.from(name);
    const body = deflateRawSync(bytes);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(flags, 2);
    about.writeUInt16LE(deflated, 4);
    about.writeUInt16LE(stamp[0], 6);
    about.writeUInt16LE(stamp[1], 8);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(body.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([signature(0x04034b50), about, path, body]);
    const where = Buffer.alloc(14);
    // Readable by its owner only, for programs that honour it.
    where.writeUInt32LE((0o100600 << 16) >>> 0, 6);
    where.writeUInt32LE(offset, 10);
    directory.push(signature(0x02014b50), Buffer.from([20, 3]), about, where, path);
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...parts, listed, signature(0x06054b50), end]));
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The format begins in 1980; the machine's clock may be earlier. */
function dayOf(at: Date): number {
  return (Math.max(0, at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
}
