// `npm run docs`: writes into docs/reference/settings.md what is declared in the code. A test sees that this was done.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withSettings } from './settings-table.ts';

const page = fileURLToPath(new URL('../docs/reference/settings.md', import.meta.url));
writeFileSync(page, withSettings(readFileSync(page, 'utf8')));
