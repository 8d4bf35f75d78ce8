import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('every reason of health has its sentence and its remedy in every language', () => {
  const [, codes = ''] = /- Codes: ([^.]+)\./.exec(read('docs/contract.md')) ?? [];
  const named = [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code = '']) => code);
  expect(named).toContain('fleet-clone');
  const missing = ['en', 'de', 'fr', 'es'].flatMap((language) => {
    const texts = JSON.parse(read(`src/shared/languages/${language}/page.json`)) as Record<string, string>;
    return named
      .flatMap((code) => [`page.health.${code}`, `page.remedy.${code}`])
      .filter((key) => !texts[key])
      .map((key) => `${language}: ${key}`);
  });
  expect(missing).toEqual([]);
});
