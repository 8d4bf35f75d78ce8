import decodeQR from 'qr/decode.js';

/** What the display shows. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel. */
  readonly rgb: Buffer;
}

/** The address in the code of the setup screen. */
export function codeIn({ width, height, rgb }: Picture): string | null {
  try {
    return decodeQR({ width, height, data: rgb });
  } catch {
    return null;
  }
}

const colours = { green: [0, 255, 0], blue: [0, 0, 255] } as const;

/** The colour in the middle of the display, if it is one of a picture of the show. */
export function colourIn({ width, height, rgb }: Picture): keyof typeof colours | null {
  const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 3;
  const isLike = (wanted: readonly number[]): boolean =>
    wanted.every((value, index) => Math.abs((rgb[at + index] ?? 0) - value) < 40);
  return (['green', 'blue'] as const).find((name) => isLike(colours[name])) ?? null;
}

/** No pixel is bright. */
export const isDark = ({ rgb }: Picture): true | null => (rgb.every((value) => value < 40) ? true : null);
