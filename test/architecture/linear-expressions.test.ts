import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Expression, expressionsOf } from './expressions.ts';
import { type Slowness, slownessOf } from './slowness.ts';

/** All that runs on a player and in the browsers of its people: any of it may meet text from outside. */
const sources = globSync('src/{main,shared,renderer,pages}/**/*.{ts,js}').filter(
  (path) => !path.endsWith('.d.ts'),
);

/** Many files share an expression: each is measured once. */
const measured = new Map<string, Slowness | null>();

function measure(expression: Expression): Slowness | null {
  const key = `${expression.flags}/${expression.source}`;
  if (!measured.has(key)) measured.set(key, slownessOf(expression));
  return measured.get(key) ?? null;
}

function tooSlow(path: string, text: string): readonly string[] {
  return expressionsOf(path, text).flatMap((expression) => {
    const slow = measure(expression);
    if (slow === null) return [];
    const { input, length, ms } = slow;
    const much = `${JSON.stringify(input.before)} + ${JSON.stringify(input.pump)} again and again + ${JSON.stringify(input.after)}`;
    return [
      `${path}: /${expression.source}/${expression.flags} takes ${ms.toFixed(1)} ms for ${length} characters: ${much}`,
    ];
  });
}

it('every regular expression reads 1 MB of its worst input in less than 50 ms', { timeout: 300_000 }, () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap((path) => tooSlow(path, readFileSync(path, 'utf8')))).toEqual([]);
});

it.each([
  ['starts again at every slash', String.raw`text.replace(/\/+$/, '')`],
  ['starts again at every word', String.raw`text.replace(/[\w-]*(?:token|secret)=/gi, '')`],
  ['starts again at every begin', String.raw`text.replace(/<(?:\w+:)?svg\b[^>]*>/i, '')`],
  ['reads blanks in two ways', String.raw`/^\s*\s*x$/.test(text)`],
  ['reads blanks in three ways', String.raw`/^a\s*,?\s*,?\s*b$/.test(text)`],
  ['reads words in many ways', String.raw`/^(\w+\s?)*$/.test(text)`],
  [
    'looks behind one mark for the other',
    String.raw`text.replace(/-----BEGIN [A-Z ]*KEY-----[\s\S]*?-----END/g, '')`,
  ],
  ['starts again at every word that begins', String.raw`text.replace(/\beyJ[\w-]{8,}\.[\w-]+/g, '')`],
  ['reads a word in two ways', String.raw`/;rel="(?:[^"]*\s)?next(?:\s[^"]*)?"/i.test(text)`],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
  ['is made of a name', 'new RegExp(`${name}: *(.*)$`, "g").exec(text)'],
])('finds one that %s', (_, code) => {
  expect(tooSlow('planted.ts', `export const read = (text: string, name: string) => ${code};`)).toHaveLength(
    1,
  );
});

it('refuses an expression that is made out of sight', () => {
  expect(() => tooSlow('planted.ts', 'export const made = (text: string) => new RegExp(text);')).toThrow(
    /write the pattern where it is made/,
  );
});
