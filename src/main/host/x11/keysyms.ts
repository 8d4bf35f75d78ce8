import type { Key, KeyName } from '../host.ts';

const names: ReadonlyMap<number, KeyName> = new Map([
  [0xff0d, 'Enter'],
  [0xff8d, 'Enter'],
  [0xff1b, 'Escape'],
  [0xff09, 'Tab'],
  [0xfe20, 'BackTab'],
  [0xff08, 'Backspace'],
  [0xff52, 'Up'],
  [0xff97, 'Up'],
  [0xff54, 'Down'],
  [0xff99, 'Down'],
  [0xff51, 'Left'],
  [0xff96, 'Left'],
  [0xff53, 'Right'],
  [0xff98, 'Right'],
  [0xffbf, 'F2'],
  [0xffc0, 'F3'],
  [0xffc1, 'F4'],
]);

/** Modifier bits of a key press. On current servers the third level is the fifth modifier. */
const [shift, capsLock, control, alt, numLock, logo, thirdLevel] = [1, 2, 4, 8, 16, 64, 128] as const;

/** The symbols of each key, per level. */
export interface Keyboard {
  readonly first: number;
  readonly perKey: number;
  readonly symbols: readonly number[];
}

export const f9Symbol = 0xffc6;

/** The key that has this symbol without another key; null: none. */
export function codeOf({ first, perKey, symbols }: Keyboard, symbol: number): number | null {
  const index = symbols.findIndex((one, at) => at % perKey === 0 && one === symbol);
  return index < 0 ? null : first + index / perKey;
}

/** Null: the key writes nothing here, or is held with Ctrl or Alt. */
export function keyOf({ first, perKey, symbols }: Keyboard, code: number, state: number): Key | null {
  const held = (bit: number): boolean => (state & bit) !== 0;
  if (held(control) || held(alt) || held(logo)) return null;
  const at = (column: number): number =>
    column < perKey ? (symbols[(code - first) * perKey + column] ?? 0) : 0;
  const group = (state >> 13) & 3;
  // Two levels of each of two groups come first, then the third and fourth level of the first group.
  const level = held(thirdLevel) ? 4 : group === 1 && at(2) !== 0 ? 2 : 0;
  const [plain, shifted] = [at(level), at(level + 1)];
  const isDigitBlock = shifted >= 0xffae && shifted <= 0xffb9;
  const isShifted = isDigitBlock ? held(numLock) !== held(shift) : held(shift);
  const symbol = isShifted && shifted !== 0 ? shifted : plain;
  const name = names.get(symbol);
  if (name !== undefined) return { name: name === 'Tab' && held(shift) ? 'BackTab' : name };
  const text = textOf(symbol);
  if (text === null) return null;
  return { text: held(capsLock) && text.length === 1 ? swapped(text, held(shift)) : text };
}

function textOf(symbol: number): string | null {
  if ((symbol >= 0x20 && symbol <= 0x7e) || (symbol >= 0xa0 && symbol <= 0xff))
    return String.fromCharCode(symbol);
  // Digits and symbols of the number pad.
  if (symbol >= 0xffaa && symbol <= 0xffb9) return String.fromCharCode(symbol - 0xff80);
  if (symbol >= 0x0100_0100 && symbol <= 0x0110_ffff) return String.fromCodePoint(symbol - 0x0100_0000);
  return symbol === 0x20ac ? '€' : null;
}

/** Caps Lock applies to letters only. */
function swapped(text: string, isShifted: boolean): string {
  return isShifted ? text.toLowerCase() : text.toUpperCase();
}
