import { type ByteSource, view } from './byte-source.ts';
import { type Element, elementAt, id, unsigned } from './ebml.ts';

/** Twenty minutes of video and sound; a longer file without a duration stays unknown. */
const mostElements = 150_000;

/** Elements whose children are read as if they were on the same level. */
const containers: readonly number[] = [id.cluster, id.blockGroup];

/** Duration of an unfinished recording: the start of its last block. */
export async function lastBlockMs(
  bytes: ByteSource,
  segment: Element,
  nanosecondsPerUnit: number,
): Promise<number | null> {
  let clusterUnits = 0;
  let lastUnits = 0;
  let position = segment.start;
  for (let count = 0; position < Math.min(segment.end, bytes.size); count++) {
    const element = count < mostElements ? await elementAt(bytes, position) : null;
    if (element === null) return null;
    if (element.id === id.timecode) clusterUnits = await unsigned(bytes, element);
    if (element.id === id.simpleBlock || element.id === id.block)
      lastUnits = Math.max(lastUnits, clusterUnits + (await blockUnits(bytes, element)));
    position = containers.includes(element.id) ? element.start : element.end;
  }
  const value = Math.round((lastUnits * nanosecondsPerUnit) / 1e6);
  return value > 0 ? value : null;
}

/** A block gives its start relative to its cluster, after the track number. */
async function blockUnits(bytes: ByteSource, block: Element): Promise<number> {
  const head = await bytes.read(block.start, 10);
  const trackLength = Math.clz32(head[0] ?? 0) - 23;
  return view(head).getInt16(trackLength);
}
