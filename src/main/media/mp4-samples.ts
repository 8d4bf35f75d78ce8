import { type Box, boxesIn, down } from './boxes.ts';
import { type ByteSource, view } from './byte-source.ts';

/** A day of film with a sample each hundredth of a second. */
const mostTableBytes = 40_000_000;

/** End of a track's last sample in the file; null when the tables do not give it. */
export async function samplesEnd(bytes: ByteSource, track: Box): Promise<number | null> {
  const tables = await down(bytes, track, ['mdia', 'minf', 'stbl']);
  if (tables === null) return null;
  const boxes = await boxesIn(bytes, tables.start, tables.end);
  const table = async (type: string): Promise<DataView | null> => {
    const box = boxes.find((each) => each.type === type);
    const length = box ? box.end - box.start : 0;
    return box && length <= mostTableBytes ? view(await bytes.read(box.start, length)) : null;
  };
  const [short, long] = [await table('stco'), await table('co64')];
  const offsets = short ?? long;
  const [runs, sizes] = [await table('stsc'), await table('stsz')];
  if (offsets === null || runs === null || sizes === null) return null;
  const chunks = offsets.getUint32(4);
  let [last, start] = [-1, 0];
  for (let chunk = 0; chunk < chunks; chunk++) {
    const offset = short ? short.getUint32(8 + chunk * 4) : Number(offsets.getBigUint64(8 + chunk * 8));
    if (offset >= start) [last, start] = [chunk, offset];
  }
  const [first, count] = samplesOf(runs, last, chunks);
  const same = sizes.getUint32(4);
  let end = start + same * count;
  for (let sample = first; same === 0 && sample < first + count; sample++)
    end += sizes.getUint32(12 + sample * 4);
  return end;
}

/** First sample of a chunk and its sample count. Each run gives the count from its first chunk on. */
function samplesOf(runs: DataView, wanted: number, chunks: number): readonly [first: number, count: number] {
  const count = runs.getUint32(4);
  let first = 0;
  for (let run = 0; run < count; run++) {
    const from = runs.getUint32(8 + run * 12) - 1;
    const until = run + 1 < count ? runs.getUint32(20 + run * 12) - 1 : chunks;
    const samples = runs.getUint32(12 + run * 12);
    if (wanted < until) return [first + Math.max(0, wanted - from) * samples, wanted < from ? 0 : samples];
    first += (until - from) * samples;
  }
  return [first, 0];
}
