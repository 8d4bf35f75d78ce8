import { type Box, down, inner } from './boxes.ts';
import { type ByteSource, view } from './byte-source.ts';
import { readLength } from './mp4-length.ts';

/** A fragmented movie is walked only up to here; longer ones have their duration in the header. */
const mostFragments = 5_000;
const mostTableBytes = 1 << 20;

/**
 * Duration of a fragmented movie: the end of the last sample of its longest track. Null for other movies and when
 * unknown.
 */
export async function fragmentedMs(
  bytes: ByteSource,
  moov: Box,
  top: readonly Box[],
  timescale: number,
): Promise<number | null> {
  const [mvex] = await inner(bytes, moov, 'mvex');
  if (mvex === undefined) return null;
  const fragments = top.filter(({ type }) => type === 'moof').slice(0, mostFragments);
  const tracks = await readTracks(bytes, moov, mvex);
  for (const fragment of fragments) {
    for (const traf of await inner(bytes, fragment, 'traf')) await readFragment(bytes, traf, tracks);
  }
  const ends = [...tracks.values()].map(({ end, unitsPerSecond }) => (end / unitsPerSecond) * 1000);
  const longest = Math.round(Math.max(0, ...ends.filter(Number.isFinite)));
  return longest > 0 && fragments.length < mostFragments ? longest : writtenLength(bytes, mvex, timescale);
}

interface Track {
  readonly unitsPerSecond: number;
  readonly sampleUnits: number;
  /** End of the last sample so far, in units of the track. */
  end: number;
}

async function readTracks(bytes: ByteSource, moov: Box, mvex: Box): Promise<Map<number, Track>> {
  const defaults = new Map<number, number>();
  for (const trex of await inner(bytes, mvex, 'trex')) {
    const numbers = view(await bytes.read(trex.start, 16));
    defaults.set(numbers.getUint32(4), numbers.getUint32(12));
  }
  const tracks = new Map<number, Track>();
  for (const trak of await inner(bytes, moov, 'trak')) {
    const [tkhd] = await inner(bytes, trak, 'tkhd');
    const mdhd = await down(bytes, trak, ['mdia', 'mdhd']);
    if (tkhd === undefined || mdhd === null) continue;
    const header = view(await bytes.read(tkhd.start, 24));
    const id = header.getUint32(header.getUint8(0) === 1 ? 20 : 12);
    const { timescale } = await readLength(bytes, mdhd);
    tracks.set(id, { unitsPerSecond: timescale, sampleUnits: defaults.get(id) ?? 0, end: 0 });
  }
  return tracks;
}

async function readFragment(bytes: ByteSource, traf: Box, tracks: ReadonlyMap<number, Track>): Promise<void> {
  const [tfhd] = await inner(bytes, traf, 'tfhd');
  if (tfhd === undefined) return;
  const header = view(await bytes.read(tfhd.start, 32));
  const track = tracks.get(header.getUint32(4));
  if (track === undefined) return;
  const flags = header.getUint32(0) & 0xff_ffff;
  const beforeDuration = 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
  const sampleUnits = flags & 0x8 ? header.getUint32(beforeDuration) : track.sampleUnits;
  const [tfdt] = await inner(bytes, traf, 'tfdt');
  let end = track.end;
  if (tfdt !== undefined) {
    const decoded = view(await bytes.read(tfdt.start, 12));
    end = decoded.getUint8(0) === 1 ? Number(decoded.getBigUint64(4)) : decoded.getUint32(4);
  }
  for (const trun of await inner(bytes, traf, 'trun')) end += await runUnits(bytes, trun, sampleUnits);
  track.end = Math.max(track.end, end);
}

/** A run of samples; each may have its own duration as its first field. */
async function runUnits(bytes: ByteSource, trun: Box, sampleUnits: number): Promise<number> {
  const head = view(await bytes.read(trun.start, 8));
  const flags = head.getUint32(0) & 0xff_ffff;
  const samples = head.getUint32(4);
  if ((flags & 0x100) === 0) return samples * sampleUnits;
  const first = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  const length = Math.min(trun.end - trun.start - first, mostTableBytes);
  const table = view(await bytes.read(trun.start + first, length));
  let units = 0;
  for (let sample = 0; sample < samples; sample++) units += table.getUint32(sample * fields * 4);
  return units;
}

async function writtenLength(bytes: ByteSource, mvex: Box, timescale: number): Promise<number | null> {
  const [mehd] = await inner(bytes, mvex, 'mehd');
  if (mehd === undefined) return null;
  const numbers = view(await bytes.read(mehd.start, 12));
  const units = numbers.getUint8(0) === 1 ? Number(numbers.getBigUint64(4)) : numbers.getUint32(4);
  const value = Math.round((units / timescale) * 1000);
  return Number.isFinite(value) && value > 0 ? value : null;
}
