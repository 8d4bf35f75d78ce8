// `npm run docs`: writes into the pages of docs/ what is declared in the code. A test fails when that was forgotten.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withSettings } from './settings-table.ts';
import { withSubjects } from './subjects-table.ts';

for (const [name, written] of [
  ['reference/settings.md', withSettings],
  ['lab/README.md', withSubjects],
] as const) {
  const page = fileURLToPath(new URL(`../docs/${name}`, import.meta.url));
  writeFileSync(page, written(readFileSync(page, 'utf8')));
}
