import type { Field, Typed } from '../../shared/keyboard.ts';
import { type Language, languages } from '../../shared/languages/language.ts';
import { alternatives, layouts, numeric, symbols, upper } from './layouts.ts';

/** The keys that write nothing, or not their own label. */
export type Act =
  | 'shift'
  | 'backspace'
  | 'enter'
  | 'hide'
  | 'letters'
  | 'symbols'
  | 'symbols-more'
  | 'layout';

export interface Key {
  /** The text that it writes; null: it acts. */
  readonly text: string | null;
  readonly act: Act | null;
  /** What a long press offers instead. */
  readonly more: readonly string[];
  /** In widths of a letter. */
  readonly width: number;
}

export type Shift = 'off' | 'once' | 'locked';

export interface Keys {
  readonly field: Field;
  readonly language: Language;
  readonly layer: 'letters' | 'symbols' | 'symbols-more';
  readonly shift: Shift;
}

/** What a press does: the keys that follow, what is written, and whether the keyboard goes. */
export interface Pressed {
  readonly keys: Keys;
  readonly typed: Typed | null;
  readonly hides: boolean;
}

export const isNumeric = ({ field }: Keys): boolean => field.kind in numeric;

export function keysFor(field: Field, language: Language): Keys {
  return { field, language, layer: 'letters', shift: 'off' };
}

/** `text`: what the key writes, or what was chosen of a long press. */
export function press(keys: Keys, act: Act | null, text: string | null): Pressed {
  if (text !== null)
    return {
      keys: keys.shift === 'once' ? { ...keys, shift: 'off' } : keys,
      typed: { text },
      hides: false,
    };
  const next = (changed: Partial<Keys>): Pressed => ({
    keys: { ...keys, ...changed },
    typed: null,
    hides: false,
  });
  const writes = (key: 'Backspace' | 'Enter'): Pressed => ({ keys, typed: { key }, hides: false });
  switch (act) {
    case 'shift':
      return next({ shift: ({ off: 'once', once: 'locked', locked: 'off' } as const)[keys.shift] });
    case 'backspace':
      return writes('Backspace');
    case 'enter':
      return writes('Enter');
    case 'hide':
      return { keys, typed: null, hides: true };
    case 'layout':
      return next({
        language: languages[(languages.indexOf(keys.language) + 1) % languages.length] ?? 'en',
        layer: 'letters',
      });
    case null:
      return next({});
    default:
      return next({ layer: act, shift: 'off' });
  }
}

/** Keeps the place of a key. */
export const blank: Key = { text: null, act: null, more: [], width: 1 };

const acts = (act: Act, width = 1): Key => ({ text: null, act, more: [], width });

export function rowsOf(keys: Keys): readonly (readonly Key[])[] {
  const { field, layer } = keys;
  if (field.kind === 'number' || field.kind === 'tel' || field.kind === 'pin')
    return numericRows(numeric[field.kind]);
  const layout = layouts[keys.language];
  const isUpper = layer === 'letters' && keys.shift !== 'off';
  const write = (text: string, width = 1): Key => {
    const written = isUpper ? upper(text) : text;
    return { text: written, act: null, more: alternatives(layout, written), width };
  };
  const all = (texts: string): readonly Key[] => [...texts].map((text) => write(text));
  const [first, second, third] =
    layer === 'letters' ? layout.rows : (symbols[layer === 'symbols' ? 0 : 1] ?? layout.rows);
  const left: Act = layer === 'letters' ? 'shift' : layer === 'symbols' ? 'symbols-more' : 'symbols';
  const extra = { text: ',', email: '@', url: '/' }[field.kind];
  return [
    all(first),
    all(second),
    [acts(left, 1.5), ...all(third), acts('backspace', 1.5)],
    [
      acts(layer === 'letters' ? 'symbols' : 'letters', 1.5),
      ...[acts('layout'), write(extra), write(' ', 4), write('.'), acts('hide'), acts('enter', 2)],
    ],
  ];
}

function numericRows({
  rows,
  signs,
  last,
}: (typeof numeric)[keyof typeof numeric]): readonly (readonly Key[])[] {
  const write = (text: string, width = 1): Key => ({ text, act: null, more: [], width });
  const column = [acts('backspace'), ...[...signs].map((sign) => write(sign))];
  return [
    ...rows.map((row, index) => [...[...row].map((digit) => write(digit)), column[index] ?? blank]),
    [acts('hide'), write('0', last === '' ? 2 : 1), ...[...last].map((sign) => write(sign)), acts('enter')],
  ];
}
