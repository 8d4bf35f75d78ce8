import { expect, it } from 'vitest';
import { withEscapes, withoutCommands } from '../../src/shared/plain-text.js';

const commanding = [
  '\0',
  '\u0007',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u009b',
  '\u009d',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
];

it.each(
  commanding.map((sign) => [`U+${sign.charCodeAt(0).toString(16)}`, sign]),
)('%s commands neither a terminal nor a page', (_, sign) => {
  expect(withEscapes(`a${sign}b`)).toMatch(/^a\\u[0-9a-f]{4}b$/);
  expect(withoutCommands(`a${sign}b`)).toBe('ab');
  // In a JSON document it is the same text as before.
  expect(JSON.parse(withEscapes(JSON.stringify({ name: `a${sign}b` })))).toEqual({ name: `a${sign}b` });
});

it('a lone carriage return is removed because it hides text; at a line end it stays', () => {
  expect(withEscapes('hidden\rseen')).toBe('hidden\\u000dseen');
  expect(withEscapes('one\r\ntwo\tthree\n')).toBe('one\r\ntwo\tthree\n');
});

it('letters of any direction, symbols and joiners stay', () => {
  for (const text of ['שלום', 'مرحبا', 'Grüße', '👨‍👩‍👧', '\u200e\u200f', 'a b']) {
    expect(withEscapes(text)).toBe(text);
    expect(withoutCommands(text)).toBe(text);
  }
});
