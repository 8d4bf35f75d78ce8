/** Reads from a device or an image: at most this many bytes. */
export type ReadAt = (offset: number, length: number) => Buffer;

/** A file in the root folder, up to the limit. */
export interface FoundFile {
  readonly size: number;
  /** Null: it is larger than the limit. */
  readonly bytes: Buffer | null;
}

/** The pieces of a folder or file, in order. */
type Pieces = Iterable<Buffer>;

interface Volume {
  readonly root: Pieces;
  readonly entries: (root: Pieces) => Iterable<Entry>;
  readonly file: (entry: Entry) => Pieces;
}

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly cluster: number;
  /** exFAT: the clusters are contiguous and not listed. */
  readonly isWhole: boolean;
}

const mostPiece = 64 * 1024;
/** A stick for setup has no larger root folder. */
const mostFolderBytes = 1024 * 1024;
const mostClusters = 65_536;
const entryBytes = 32;

/**
 * Finds a file in the root folder of a stick: FAT12, FAT16, FAT32 and exFAT, the formats of sold sticks. Nothing is mounted,
 * so that no kernel driver parses hostile data, and reading is bounded whatever the stick contains.
 * Null: no such file, or no such volume.
 */
export function fileInRoot(read: ReadAt, wanted: string, mostBytes: number): FoundFile | null {
  const volume = volumeOf(read);
  if (volume === null) return null;
  for (const entry of volume.entries(volume.root)) {
    if (entry.name.toLowerCase() !== wanted.toLowerCase()) continue;
    const { size } = entry;
    if (size > mostBytes) return { size, bytes: null };
    const bytes = upTo(volume.file(entry), size);
    return bytes.length === size ? { size, bytes } : null;
  }
  return null;
}

export function hasVolume(read: ReadAt): boolean {
  return volumeOf(read) !== null;
}

function volumeOf(read: ReadAt): Volume | null {
  const boot = read(0, 512);
  if (boot.length < 512 || boot.readUInt16LE(510) !== 0xaa55) return null;
  return boot.toString('latin1', 3, 11) === 'EXFAT   ' ? exFat(boot, read) : fat(boot, read);
}

function upTo(pieces: Pieces, most: number): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  if (most > 0)
    for (const piece of pieces) {
      parts.push(piece);
      length += piece.length;
      if (length >= most) break;
    }
  return Buffer.concat(parts).subarray(0, most);
}

interface Clusters {
  readonly bytes: number;
  readonly count: number;
  readonly offset: (cluster: number) => number;
  /** The next cluster; none beyond the volume. */
  readonly next: (cluster: number) => number;
}

function* chain(read: ReadAt, clusters: Clusters, first: number, isWhole: boolean): Pieces {
  let cluster = first;
  for (let passed = 0; passed < mostClusters; passed++) {
    if (cluster < 2 || cluster >= clusters.count + 2) return;
    const start = clusters.offset(cluster);
    for (let at = 0; at < clusters.bytes; at += mostPiece) {
      const length = Math.min(mostPiece, clusters.bytes - at);
      const piece = read(start + at, length);
      yield piece;
      // The device is smaller than its volume declares.
      if (piece.length < length) return;
    }
    cluster = isWhole ? cluster + 1 : clusters.next(cluster);
  }
}

function* entriesOf(pieces: Pieces): Iterable<Buffer> {
  let bytes = 0;
  for (const piece of pieces) {
    for (let at = 0; at + entryBytes <= piece.length; at += entryBytes) {
      const entry = piece.subarray(at, at + entryBytes);
      if (entry[0] === 0) return;
      yield entry;
    }
    bytes += piece.length;
    if (bytes > mostFolderBytes) return;
  }
}

function isPowerOfTwo(value: number): boolean {
  return value > 0 && (value & (value - 1)) === 0;
}

function fat(boot: Buffer, read: ReadAt): Volume | null {
  const [sector, perCluster] = [boot.readUInt16LE(11), boot.readUInt8(13)];
  const [reserved, copies, rootEntries] = [boot.readUInt16LE(14), boot.readUInt8(16), boot.readUInt16LE(17)];
  const sectors = boot.readUInt16LE(19) || boot.readUInt32LE(32);
  const tableSectors = boot.readUInt16LE(22) || boot.readUInt32LE(36);
  if (!isPowerOfTwo(sector) || sector < 512 || sector > 4096 || !isPowerOfTwo(perCluster)) return null;
  if (reserved === 0 || copies === 0 || tableSectors === 0) return null;
  const rootAt = (reserved + copies * tableSectors) * sector;
  const rootBytes = Math.ceil((rootEntries * entryBytes) / sector) * sector;
  const count = Math.floor((sectors * sector - rootAt - rootBytes) / (sector * perCluster));
  if (count < 1) return null;
  const bits = count < 4085 ? 12 : count < 65_525 ? 16 : 32;
  const tableAt = reserved * sector;
  const next = (cluster: number): number => {
    const entry = read(tableAt + Math.floor((cluster * bits) / 8), 4);
    if (entry.length < 2) return 0;
    const low = entry.readUInt16LE(0);
    if (bits === 12) return cluster % 2 === 0 ? low & 0xfff : low >> 4;
    if (bits === 16) return low;
    return entry.length < 4 ? 0 : entry.readUInt32LE(0) & 0x0fffffff;
  };
  const bytes = sector * perCluster;
  const clusters: Clusters = {
    bytes,
    count,
    next,
    offset: (cluster) => rootAt + rootBytes + (cluster - 2) * bytes,
  };
  const fixedRoot = function* (): Pieces {
    for (let at = 0; at < rootBytes; at += mostPiece)
      yield read(rootAt + at, Math.min(mostPiece, rootBytes - at));
  };
  return {
    root: bits === 32 ? chain(read, clusters, boot.readUInt32LE(44), false) : fixedRoot(),
    entries: (root) => fatEntries(root, bits === 32),
    file: ({ cluster }) => chain(read, clusters, cluster, false),
  };
}

const [isFolder, isLabel, isPartOfName, deleted] = [0x10, 0x08, 0x0f, 0xe5];

/** Only long names: `vitrine.json` has one, because its extension has more than three letters. */
function* fatEntries(root: Pieces, isWide: boolean): Iterable<Entry> {
  let parts: string[] = [];
  for (const entry of entriesOf(root)) {
    const kind = entry.readUInt8(11);
    if (entry[0] === deleted) {
      parts = [];
    } else if ((kind & 0x3f) === isPartOfName) {
      if (entry.readUInt8(0) & 0x40) parts = [];
      const text = Buffer.concat([entry.subarray(1, 11), entry.subarray(14, 26), entry.subarray(28, 32)]);
      parts[(entry.readUInt8(0) & 0x1f) - 1] = text.toString('utf16le');
    } else {
      const name = parts.join('').split('\0')[0] ?? '';
      parts = [];
      if ((kind & (isFolder | isLabel)) !== 0) continue;
      const high = isWide ? entry.readUInt16LE(20) * 0x10000 : 0;
      yield { name, size: entry.readUInt32LE(28), cluster: high + entry.readUInt16LE(26), isWhole: false };
    }
  }
}

function exFat(boot: Buffer, read: ReadAt): Volume | null {
  const [sectorShift, clusterShift] = [boot.readUInt8(108), boot.readUInt8(109)];
  if (sectorShift < 9 || sectorShift > 12 || clusterShift > 25 - sectorShift) return null;
  const sector = 2 ** sectorShift;
  const [tableAt, heapAt] = [boot.readUInt32LE(80) * sector, boot.readUInt32LE(88) * sector];
  const bytes = sector * 2 ** clusterShift;
  const clusters: Clusters = {
    bytes,
    count: boot.readUInt32LE(92),
    offset: (cluster) => heapAt + (cluster - 2) * bytes,
    next: (cluster) => {
      const entry = read(tableAt + cluster * 4, 4);
      return entry.length < 4 ? 0 : entry.readUInt32LE(0);
    },
  };
  return {
    root: chain(read, clusters, boot.readUInt32LE(96), false),
    entries: exFatEntries,
    file: ({ cluster, isWhole }) => chain(read, clusters, cluster, isWhole),
  };
}

const [aFile, aStream, aName] = [0x85, 0xc0, 0xc1];

function* exFatEntries(root: Pieces): Iterable<Entry> {
  let file: {
    left: number;
    isFolder: boolean;
    length: number;
    name: string;
    entry: Omit<Entry, 'name'>;
  } | null = null;
  for (const bytes of entriesOf(root)) {
    const kind = bytes.readUInt8(0);
    if (kind === aFile) {
      const entry = { size: 0, cluster: 0, isWhole: false };
      const inFolder = (bytes.readUInt16LE(4) & isFolder) !== 0;
      file = { left: bytes.readUInt8(1), isFolder: inFolder, length: 0, name: '', entry };
      continue;
    }
    if (file === null) continue;
    if (kind === aStream) {
      file.length = bytes.readUInt8(3);
      const size = Number(bytes.readBigUInt64LE(24));
      file.entry = { size, cluster: bytes.readUInt32LE(20), isWhole: (bytes.readUInt8(1) & 2) !== 0 };
    } else if (kind === aName) file.name += bytes.toString('utf16le', 2);
    else file = null;
    if (file === null || --file.left > 0) continue;
    if (!file.isFolder) yield { ...file.entry, name: file.name.slice(0, file.length) };
    file = null;
  }
}
