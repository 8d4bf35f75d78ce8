// `npm run docs` writes the tables of docs/ from the declarations in the code; a test fails while they are outdated.
// `npm run docs -- messages [COUNT [SEED]]` prints messages of the catalogue, drawn at random, in each language; the same seed draws the same.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withActions } from './actions-table.ts';
import { asBundled } from './bundler.ts';
import { messageSample } from './message-sample.ts';
import { withSubjects } from './subjects-table.ts';

const [mode, count = '60', seed = String(Math.floor(Math.random() * 1e6))] = process.argv.slice(2);
if (mode === 'messages') process.stdout.write(`seed ${seed}\n\n${messageSample(Number(count), seed)}`);
else await writePages();

async function writePages(): Promise<void> {
  asBundled();
  const { withSettings } = await import('./settings-table.ts');
  const { actionTable } = await import('../src/main/actions/table/table.ts');
  for (const [name, written] of [
    ['reference/settings.md', withSettings],
    ['lab/README.md', withSubjects],
    ['reference/contract.md', (page: string) => withActions(page, actionTable())],
  ] as const) {
    const page = fileURLToPath(new URL(`../docs/${name}`, import.meta.url));
    writeFileSync(page, written(readFileSync(page, 'utf8')));
  }
}
