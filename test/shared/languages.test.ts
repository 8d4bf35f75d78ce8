import { describe, expect, test } from 'vitest';
import { shopLanguage } from '../../src/main/ground/shop-language.ts';
import { allTexts, wordsOf } from '../../src/shared/languages/catalogues.ts';
import { languageIn, languages } from '../../src/shared/languages/language.ts';
import { type TextKey, type Texts, wordsFrom } from '../../src/shared/languages/words.ts';

const keys = Object.keys(allTexts.en) as TextKey[];

/** Names in curly brackets, of each form. */
function placeholders(text: Texts[TextKey]): readonly string[] {
  const forms = typeof text === 'string' ? [text] : [text.one, text.other];
  return [...new Set(forms.flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();
}

/** What one language lacks, has too much of, or says with other placeholders than English. */
function faults(texts: Partial<Record<string, Texts[TextKey]>>): readonly string[] {
  const lacks = keys.filter((key) => texts[key] === undefined);
  const unknown = Object.keys(texts).filter((key) => !keys.includes(key as TextKey));
  const others = keys.filter((key) => {
    const text = texts[key];
    const english: Texts[TextKey] = allTexts.en[key];
    return (
      text !== undefined &&
      (typeof text !== typeof english || `${placeholders(text)}` !== `${placeholders(english)}`)
    );
  });
  const empty = keys.filter((key) => texts[key] === '');
  return [...lacks, ...unknown, ...others, ...empty];
}

test.each(languages)('every text exists in %s with the placeholders of the English one', (language) => {
  expect(faults(allTexts[language])).toEqual([]);
});

/** Lines `key: text` whose text has the mistake. */
function linesWith(mistake: RegExp, texts: Readonly<Record<string, Texts[TextKey]>>): readonly string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    (typeof text === 'string' ? [text] : [text.one, text.other])
      .filter((form) => mistake.test(form))
      .map((form) => `${key}: ${form}`),
  );
}

test.each([
  ['fr', /\u00a0|[ \u202f]…|(?<![\u202f(])(?:[;!?»]|:(?= |$))|«(?!\u202f)/u],
  ['es', /[“”]|[ \u00a0]…/],
  ['en', /[ \u00a0]…/],
  ['de', /”/],
] as const)('the texts in %s keep to its typography', (language, mistake) => {
  expect(linesWith(mistake, allTexts[language])).toEqual([]);
});

test.each([
  // ID, response, this machine (a device is a record of the CMS), playback page.
  ['en', /(?<![{\w.])ids?(?![\w:}.])|\b(?:an|the|unexpected|empty) answer\b|this device|\bstage\b/],
  // ID, Abgleich, Protokoll, vorherig; Update for the player and Inhaltsaktualisierung for its content.
  [
    'de',
    /Kennung|(?<!Zeit)synchronisier|(?<!Inhalts)aktualisierung|\bLogs?\b|\bvorige|(?<!an)gezeigt|Wurzel/i,
  ],
] as const)('the texts in %s have one word for one thing', (language, other) => {
  expect(linesWith(other, allTexts[language])).toEqual([]);
});

test('a missing or unknown text or placeholder is an error', () => {
  const { 'stage.idle.title': _, ...others } = allTexts.de;
  expect(faults(others)).toEqual(['stage.idle.title']);
  expect(faults({ ...allTexts.de, more: 'mehr' })).toEqual(['more']);
  expect(faults({ ...allTexts.de, 'stage.screen': 'Bildschirm {nr}' })).toEqual(['stage.screen']);
});

describe('words', () => {
  test('are filled in with numbers in the format of the language', () => {
    expect(wordsOf('de').say('stage.screen', { id: 'links' })).toBe('Bildschirm links');
    const text = wordsFrom('de', { ...allTexts.de, 'stage.screen': '{id}' }).say('stage.screen', {
      id: 1234.5,
    });
    expect(text).toBe('1.234,5');
  });

  test('have plural forms by the rules of the language', () => {
    const text = (language: 'en' | 'fr', count: number): string =>
      wordsOf(language).say('stage.progress', { here: 0, count, size: '1 MB' });
    expect(text('en', 1)).toBe('0 of 1 file, 1 MB');
    expect(text('en', 0)).toBe('0 of 0 files, 1 MB');
    expect(text('fr', 0)).toBe('0 fichier sur 0, 1 MB');
  });

  test('print a value literally, also one that looks like a placeholder', () => {
    expect(wordsOf('en').say('stage.screen', { id: '{id} $& {x}' })).toBe('Screen {id} $& {x}');
  });
});

test('languageIn accepts a tag and the name of a locale', () => {
  expect(['de', 'de-AT', 'de_CH.UTF-8', 'DE'].map(languageIn)).toEqual(['de', 'de', 'de', 'de']);
  expect(['C', 'POSIX', 'pt_BR', '', null, undefined, 'toString'].map(languageIn)).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});

test("the shop's language is the configured one, else the machine's, else English", () => {
  expect(shopLanguage('fr', { LANG: 'de_DE.UTF-8' })).toBe('fr');
  expect(shopLanguage(null, { LC_ALL: 'es_ES.UTF-8', LANG: 'de_DE.UTF-8' })).toBe('es');
  expect(shopLanguage(null, { LC_ALL: 'C', LANG: 'de_DE.UTF-8' })).toBe('en');
  expect(shopLanguage(null, {}, 'de-DE')).toBe('de');
  expect(shopLanguage(null, {}, 'ja-JP')).toBe('en');
});
