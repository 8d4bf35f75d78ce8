// `npm run docs`: writes into README.md what is declared in the code. A test sees that this was done.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withSettings } from './settings-table.ts';

const readme = fileURLToPath(new URL('../README.md', import.meta.url));
writeFileSync(readme, withSettings(readFileSync(readme, 'utf8')));
