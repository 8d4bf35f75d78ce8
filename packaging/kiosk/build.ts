import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { humanSize } from '../../src/main/ground/size.ts';
import { version as ownVersion } from '../../src/main/ground/version.ts';
import { pulledBy } from '../bill.ts';
import { layPapers } from '../papers.ts';
import { publisherOf } from '../publisher.ts';
import { sourceDate } from '../source-date.ts';
import { type Architecture, architectures } from './architectures.ts';
import { buildPackage } from './package.ts';

// npm run package -- kiosk [--arch amd64] [--out FOLDER] [--version VERSION] [--quick]

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    arch: { type: 'string', multiple: true, default: Object.keys(architectures) },
    out: { type: 'string', default: join(root, 'release') },
    version: { type: 'string', default: ownVersion },
    /** For tests: less compression, in a few seconds. */
    quick: { type: 'boolean', default: false },
  },
});

const publisher = publisherOf(process.env);
const date = sourceDate(root);
for (const arch of values.arch) {
  if (!Object.hasOwn(architectures, arch))
    throw new Error(`No package for ${arch}: there is ${Object.keys(architectures).join(', ')}.`);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-kiosk-'));
  try {
    const file = await buildPackage({
      root,
      folder,
      version: values.version,
      out: values.out,
      quick: values.quick,
      architecture: arch as Architecture,
      date,
      publisher,
    });
    const origin = { root, task: `kiosk --arch ${arch}`, version: values.version, publisher, date };
    for (const each of [file, ...layPapers(file, 'vitrine-kiosk', pulledBy(file), origin)])
      process.stdout.write(`${each}  ${humanSize(statSync(each).size)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
