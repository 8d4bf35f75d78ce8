import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageSettings } from '../../src/main/config/chosen-settings.ts';
import { allTexts } from '../../src/shared/languages/catalogues.ts';
import { mediaKinds } from '../../src/shared/media-types.ts';

// The scripts of the pages are not compiled: a text that does not exist would be its key on the page.

const pages = join(import.meta.dirname, '../../src/pages');
const unknown = (keys: readonly string[]): readonly string[] =>
  keys.filter((key) => !Object.hasOwn(allTexts.en, key));

test('every text that a page asks for by its whole key exists', () => {
  const scripts = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.[jt]s$/.test(name),
  );
  const keys = scripts.flatMap((name) =>
    [...readFileSync(join(pages, name), 'utf8').matchAll(/\bsay\(\s*'([\w.-]+)'/g)].map(
      ([, key = '']) => key,
    ),
  );
  expect(new Set(keys).size).toBeGreaterThan(300);
  expect(unknown(keys)).toEqual([]);
});

test('every kind of media has a name on the page', () => {
  expect(unknown(mediaKinds.map((kind) => `page.kind.${kind}`))).toEqual([]);
});

test('every setting of the page has a title', () => {
  expect(unknown(pageSettings.map((name) => `page.setting.${name}`))).toEqual([]);
});
