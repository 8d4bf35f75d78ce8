import { layouts } from '../../../src/renderer/keyboard/layouts.ts';
import type { Language } from '../../../src/shared/languages/language.ts';
import type { Frame } from '../../../test/e2e/support/pixels.ts';

type Point = readonly [x: number, y: number];

/** The colour of the keys that write. */
const keyColor = [0x43, 0x50, 0x6b] as const;
/** So far below its upper edge a key has neither round corners nor its letter. */
const inset = 5;

/** Where a person sees the keys of the letters, found in the picture of the display. */
export function lettersIn(frame: Frame, language: Language): ReadonlyMap<string, Point> {
  const { rows } = layouts[language];
  const seen = keyRows(frame).slice(0, rows.length);
  const found = new Map<string, Point>();
  rows.forEach((letters, row) => {
    const centres = seen[row] ?? [];
    if (centres.length !== letters.length)
      throw new Error(`Row ${row + 1} of the keyboard shows ${centres.length} keys instead of “${letters}”.`);
    [...letters].forEach((letter, at) => {
      const centre = centres[at];
      if (centre) found.set(letter, centre);
    });
  });
  return found;
}

function keyRows(frame: Frame): readonly (readonly Point[])[] {
  const rows: Point[][] = [];
  let wasKeys = false;
  for (let y = 0; y < frame.height - inset; y++) {
    const areKeys = runs(frame, y).length > 1;
    if (areKeys && !wasKeys) rows.push(runs(frame, y + inset).map((x) => [x, y + 3 * inset]));
    wasKeys = areKeys;
  }
  return rows;
}

/** The middle of each key that this line of the picture crosses. */
function runs({ width, rgb }: Frame, y: number): readonly number[] {
  const middles: number[] = [];
  let from: number | null = null;
  for (let x = 0; x <= width; x++) {
    const at = (y * width + x) * 3;
    const isKey = x < width && keyColor.every((value, part) => Math.abs((rgb[at + part] ?? 0) - value) < 4);
    if (isKey) from ??= x;
    else if (from !== null) {
      if (x - from > 12) middles.push(Math.round((from + x) / 2));
      from = null;
    }
  }
  return middles;
}
