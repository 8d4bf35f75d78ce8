import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const tokens = readFileSync(new URL('../../src/pages/tokens.css', import.meta.url), 'utf8');
const design = readFileSync(new URL('../../src/pages/design.css', import.meta.url), 'utf8');

/** The colours of one scheme; what dark does not say is as in light. */
function colours(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

const at = tokens.indexOf('@media (prefers-color-scheme: dark)');
const light = colours(tokens.slice(0, at));
const dark = new Map([...light, ...colours(tokens.slice(at))]);

/** As WCAG 2 reckons it. */
function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const share = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const texts: readonly (readonly [ink: string, grounds: readonly string[]])[] = [
  ['ink', ['ground', 'card', 'raised', 'brand-tint', 'well-tint', 'attention-tint', 'dark-tint']],
  ['soft', ['ground', 'card', 'raised', 'brand-tint']],
  ['brand', ['ground', 'card', 'raised', 'brand-tint']],
  ['brand-ink', ['brand']],
  ['well', ['card', 'ground', 'well-tint']],
  ['attention', ['card', 'ground', 'attention-tint']],
  ['dark', ['card', 'ground', 'raised', 'dark-tint']],
];
const marks = ['edge', 'series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'];

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_, scheme) => {
  const between = (one: string, other: string): number =>
    contrast(scheme.get(one) ?? 'none', scheme.get(other) ?? 'none');

  it('gives every text a contrast of 4.5:1 on its ground', () => {
    for (const [ink, grounds] of texts)
      for (const ground of grounds)
        expect(between(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  it('gives every mark of a chart and every edge of a field 3:1', () => {
    for (const mark of marks) expect(between(mark, 'card'), mark).toBeGreaterThanOrEqual(3);
  });
});

it('defines all colours in one place', () => {
  const named = new Set([...tokens.matchAll(/--([\w-]+):/g)].map(([, name]) => name));
  const used = [...design.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name ?? '');
  expect(used.filter((name) => !named.has(name))).toEqual([]);
  expect(design.match(/#[0-9a-f]{3,8}\b/gi)).toBeNull();
});
