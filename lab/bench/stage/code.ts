// The code in every item of the bench: the item and its frame, as rows of black and white cells.

export const columns = 20;
/** Height of each row of cells as a share of the picture: one at the top, and its negative at the bottom. */
export const rowShare = 64 / 720;
const idBits = 5;
const frameBits = 6;
const checkBits = 5;

/** True = white. Begins white-black and ends black-white. */
export function encode(id: number, frame: number): boolean[] {
  const check = (id * 7 + frame * 13 + 5) % 31;
  return [
    ...[true, false],
    ...[...bitsOf(id, idBits), ...bitsOf(frame, frameBits), ...bitsOf(check, checkBits)],
    ...[false, true],
  ];
}

export interface Code {
  readonly id: number;
  readonly frame: number;
}

/** The code in these rows of brightness values (0–255); null: no code, but a blend or a shifted picture. */
export function decode(top: readonly number[], bottom: readonly number[]): Code | null {
  const bits = top.map((value) => value >= 128);
  const plain = (value: number): boolean => value < 70 || value > 185;
  if (!top.every(plain) || !bottom.every(plain)) return null;
  const id = numberOf(bits.slice(2, 2 + idBits));
  const frame = numberOf(bits.slice(2 + idBits, 2 + idBits + frameBits));
  const whole = encode(id, frame).every(
    (bit, index) => bit === bits[index] && bit !== (bottom[index] ?? 0) >= 128,
  );
  return whole ? { id, frame } : null;
}

/** Brightness of everything between the rows: no item is dark. */
export const ground = (id: number): number => 120 + (id % 9) * 12;

function bitsOf(number: number, length: number): boolean[] {
  return Array.from({ length }, (_, index) => ((number >> (length - 1 - index)) & 1) === 1);
}

function numberOf(bits: readonly boolean[]): number {
  return bits.reduce((number, bit) => number * 2 + Number(bit), 0);
}
