import type { Box } from './boxes.ts';
import { type ByteSource, view } from './byte-source.ts';

/** The common beginning of `mvhd` and `mdhd`. A duration of all ones means unknown. */
export async function readLength(
  bytes: ByteSource,
  box: Box,
): Promise<{ readonly timescale: number; readonly durationMs: number | null }> {
  const numbers = view(await bytes.read(box.start, 32));
  const long = numbers.getUint8(0) === 1;
  const timescale = numbers.getUint32(long ? 20 : 12);
  const units = long ? Number(numbers.getBigUint64(24)) : numbers.getUint32(16);
  const known = units > 0 && units !== 0xffff_ffff && units < Number.MAX_SAFE_INTEGER;
  const value = Math.round((units / timescale) * 1000);
  return { timescale, durationMs: known && Number.isFinite(value) && value > 0 ? value : null };
}
