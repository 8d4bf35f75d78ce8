// `npm run docs` writes into the pages of docs/ what is declared in the code; a test fails when that was forgotten.
// `npm run docs -- messages [COUNT]` prints messages of the catalogue, drawn at random, in each language.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { messageSample } from './message-sample.ts';
import { withSettings } from './settings-table.ts';
import { withSubjects } from './subjects-table.ts';

const [mode, count = '60'] = process.argv.slice(2);
if (mode === 'messages') process.stdout.write(messageSample(Number(count)));
else writePages();

function writePages(): void {
  for (const [name, written] of [
    ['reference/settings.md', withSettings],
    ['lab/README.md', withSubjects],
  ] as const) {
    const page = fileURLToPath(new URL(`../docs/${name}`, import.meta.url));
    writeFileSync(page, written(readFileSync(page, 'utf8')));
  }
}
