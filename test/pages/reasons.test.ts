import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reasonCodes } from '../../src/main/health/reasons.ts';
import { allTexts } from '../../src/shared/languages/catalogues.ts';
import { languages } from '../../src/shared/languages/language.ts';
import type { Catalogue } from '../../src/shared/languages/text.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the contract names every reason of health, and each has a remedy in every language', () => {
  const [, codes = ''] = /- Codes: ([^.]+)\./.exec(read('docs/reference/contract.md')) ?? [];
  const named = [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code = '']) => code);
  expect([...named].sort()).toEqual([...reasonCodes].sort());
  const missing = languages.flatMap((language) => {
    const texts: Catalogue = allTexts[language];
    return named
      .flatMap((code) => [`health.${code}.remedy`])
      .filter((key) => !texts[key])
      .map((key) => `${language}: ${key}`);
  });
  expect(missing).toEqual([]);
});
