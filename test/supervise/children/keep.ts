// Writes 2 where 1 is kept; `behind` the show; `carelessly`: over it, as one would without thinking of a power cut.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealed } from '../../../src/main/ground/durable-file.ts';
import { KeptFile } from '../../../src/main/ground/kept-file.ts';
import { waitUntilFollowed } from '../../support/wait-until-followed.ts';

waitUntilFollowed();
const [folder = '', how = ''] = process.argv.slice(2);
if (how === 'carelessly') writeFileSync(join(folder, 'n.json'), sealed(2), { flush: true });
else if (how === 'behind') new KeptFile(folder, 'n.json', Number).keep(2);
else new KeptFile(folder, 'n.json', Number).write(2);
