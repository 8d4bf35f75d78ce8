import encode from 'qr';
import type { QrCode } from '../../shared/messages.ts';

/** The quiet zone that cameras require around the code. */
const quiet = 4;

/** The code of a text, drawn as one path: each run of dark squares in a row is a rectangle. */
export function qrCode(text: string): QrCode {
  const rows = encode(text, 'raw', { ecc: 'medium', border: quiet });
  const path = rows.flatMap((row, y) => runs(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return { path: path.join(''), size: rows.length };
}

function runs(row: readonly boolean[]): readonly (readonly [from: number, length: number])[] {
  const found: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    if (!isDark) continue;
    const last = found.at(-1);
    if (last && last[0] + last[1] === x) last[1]++;
    else found.push([x, 1]);
  }
  return found;
}
