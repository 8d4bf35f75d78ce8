import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allTexts } from '../src/shared/languages/catalogues.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Keys drawn by the seed, the same in each language, each with its file and forms: for a proofreader. */
export function messageSample(count: number, seed: string): string {
  const keys = Object.keys(allTexts.en)
    .map((key) => ({ key, at: createHash('sha256').update(`${seed} ${key}`).digest('hex') }))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .slice(0, count)
    .map(({ key }) => key)
    .sort();
  return Object.entries(allTexts)
    .map(([language, texts]) => {
      const files = readdirSync(join(root, 'src/shared/languages', language)).map((name) => {
        const path = join(root, 'src/shared/languages', language, name);
        return { path: relative(root, path), lines: readFileSync(path, 'utf8').split('\n') };
      });
      const place = (key: string): string => {
        for (const { path, lines } of files) {
          const line = lines.findIndex((one) => one.startsWith(`  '${key}':`) || one.startsWith(`  ${key}:`));
          if (line >= 0) return `${path}:${line + 1}`;
        }
        return '?';
      };
      const written = (key: string): string => {
        const text = Object.entries(texts).find(([name]) => name === key)?.[1] ?? '';
        return typeof text === 'string' ? text : `${text.one} | ${text.other}`;
      };
      return `${language}\n${keys.map((key) => `${place(key)}  ${key}\n    ${written(key)}\n`).join('')}`;
    })
    .join('\n');
}
