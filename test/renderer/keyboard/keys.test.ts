import { describe, expect, test } from 'vitest';
import { type Act, type Keys, keysFor, press, rowsOf } from '../../../src/renderer/keyboard/keys.ts';
import { alternatives, layouts } from '../../../src/renderer/keyboard/layouts.ts';
import { type Field, fieldKinds, parseField, parseTyped, type Typed } from '../../../src/shared/keyboard.ts';
import { type Language, languages } from '../../../src/shared/languages/language.ts';

const field = (kind: Field['kind'] = 'text'): Field => ({ kind, enter: 'enter', isSecret: false });
const texts = (keys: Keys): string =>
  rowsOf(keys)
    .flatMap((row) => row.flatMap(({ text }) => text ?? []))
    .join('');
const acts = (keys: Keys): readonly Act[] =>
  rowsOf(keys).flatMap((row) => row.flatMap(({ act }) => act ?? []));

/** Types as a person would: each press on a key that is there. */
function written(language: Language, presses: readonly string[]): string {
  let keys = keysFor(field(), language);
  const all: Typed[] = [];
  for (const wanted of presses) {
    const key = rowsOf(keys)
      .flat()
      .find(({ text, act }) => text === wanted || act === wanted);
    if (key === undefined) throw new Error(`There is no key ${wanted}`);
    const pressed = press(keys, key.act, key.text);
    keys = pressed.keys;
    if (pressed.typed) all.push(pressed.typed);
  }
  return all.map((one) => ('text' in one ? one.text : `[${one.key}]`)).join('');
}

describe('a layout', () => {
  test.each([
    ['en', 'qwertyuiop', ''],
    ['de', 'qwertzuiopü', 'äöüß'],
    ['fr', 'azertyuiop', 'é'],
    ['es', 'qwertyuiop', 'ñ'],
  ] as const)('of %s has the rows of its country', (language, first, own) => {
    expect(layouts[language].rows[0]).toBe(first);
    for (const letter of own) expect(texts(keysFor(field(), language))).toContain(letter);
  });

  test.each(languages)('of %s has each letter of the alphabet once', (language) => {
    const all = [...layouts[language].rows.join('')];
    expect(new Set(all).size).toBe(all.length);
    expect([...'abcdefghijklmnopqrstuvwxyz'].filter((letter) => !all.includes(letter))).toEqual([]);
  });

  test.each([
    ['de', 'äöüßÄÖÜẞ'],
    ['fr', 'àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»’'],
    ['es', 'áéíñóúü¿¡ÁÉÍÑÓÚÜ'],
    ['en', '’“”–'],
  ] as const)('of %s reaches all letters and signs of its language', (language, wanted) => {
    const start = keysFor(field(), language);
    const layers = [
      start,
      { ...start, shift: 'locked' },
      { ...start, layer: 'symbols' },
      { ...start, layer: 'symbols-more' },
    ] as const;
    const reached = layers.flatMap((keys) =>
      rowsOf(keys).flatMap((row) => row.flatMap(({ text, more }) => [text, ...more])),
    );
    expect([...wanted].filter((letter) => !reached.includes(letter))).toEqual([]);
  });

  test.each(languages)('of %s reaches all of ASCII', (language) => {
    const start = keysFor(field(), language);
    const layers = [
      start,
      { ...start, shift: 'once' },
      { ...start, layer: 'symbols' },
      { ...start, layer: 'symbols-more' },
    ] as const;
    const reached = layers.map(texts).join('');
    const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    expect(ascii.filter((sign) => !reached.includes(sign))).toEqual([]);
  });

  test('offers accents in the case of the key', () => {
    expect(alternatives(layouts.de, 'A')).toContain('Ä');
    expect(alternatives(layouts.de, 's')).toContain('ß');
    expect(alternatives(layouts.de, 'S')).toContain('ẞ');
    expect(alternatives(layouts.en, 'q')).toEqual([]);
  });
});

describe('the keys', () => {
  test('write what they show', () => {
    expect(written('de', ['shift', 'G', 'r', 'ü', 'ß', 'e', ' ', 'enter'])).toBe('Grüße [Enter]');
  });

  test('return to small letters after one capital, and stay large after two presses of Shift', () => {
    expect(written('en', ['shift', 'A', 'b'])).toBe('Ab');
    expect(written('en', ['shift', 'shift', 'A', 'B', 'shift', 'c'])).toBe('ABc');
  });

  test('reach digits, symbols and letters again', () => {
    expect(
      written('fr', ['symbols', '7', 'symbols-more', '{', 'symbols', '8', 'letters', 'a', 'backspace']),
    ).toBe('7{8a[Backspace]');
  });

  test('follow the language that a person chooses, through all four', () => {
    expect(written('en', ['layout', 'ü', 'layout', 'é', 'layout', 'ñ', 'layout', 'q'])).toBe('üéñq');
  });

  test('go away', () => {
    const keys = keysFor(field(), 'en');
    expect(press(keys, 'hide', null)).toEqual({ keys, typed: null, hides: true });
  });

  test.each([
    ['email', '@'],
    ['url', '/'],
    ['text', ','],
  ] as const)('of a field for %s have %s without another layer', (kind, sign) => {
    expect(texts(keysFor(field(kind), 'en'))).toContain(sign);
  });

  test.each([
    ['number', '1234567890-.,'],
    ['tel', '1234567890+*#'],
    ['pin', '1234567890'],
  ] as const)('of a field for %s are digits', (kind, wanted) => {
    const keys = keysFor(field(kind), 'en');
    expect([...texts(keys)].toSorted()).toEqual([...wanted].toSorted());
    expect(rowsOf(keys).map((row) => row.reduce((sum, { width }) => sum + width, 0))).toEqual([4, 4, 4, 4]);
  });

  test.each(fieldKinds)('of a field for %s delete, confirm and go away', (kind) => {
    expect(acts(keysFor(field(kind), 'en'))).toEqual(expect.arrayContaining(['backspace', 'enter', 'hide']));
  });
});

describe('what crosses between the processes', () => {
  test('is refused unless it is a known field', () => {
    expect(parseField(null)).toBeNull();
    expect(parseField(field())).toEqual(field());
    for (const hostile of [
      undefined,
      1,
      'text',
      {},
      { ...field(), kind: 'gun' },
      { ...field(), value: 'secret' },
      { ...field(), isSecret: 1 },
    ])
      expect(parseField(hostile)).toBeUndefined();
  });

  test('is refused unless it is one key', () => {
    expect(parseTyped({ text: 'é' })).toEqual({ text: 'é' });
    expect(parseTyped({ key: 'Enter' })).toEqual({ key: 'Enter' });
    for (const hostile of [
      null,
      {},
      { text: '' },
      { text: 'x'.repeat(9) },
      { key: 'F12' },
      { text: 'a', key: 'Enter' },
    ])
      expect(parseTyped(hostile)).toBeNull();
  });
});
