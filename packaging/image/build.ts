import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { humanSize } from '../../src/main/ground/size.ts';
import { version as ownVersion } from '../../src/main/ground/version.ts';
import { installedIn } from '../bill.ts';
import { type Architecture, architectures } from '../kiosk/architectures.ts';
import { buildPackage } from '../kiosk/package.ts';
import { layPapers } from '../papers.ts';
import { publisherOf } from '../publisher.ts';
import { sourceDate } from '../source-date.ts';
import { base } from './base.ts';
import { writeDisk } from './disk.ts';
import { layOutSystem, quietly } from './system.ts';

// npm run package -- image [--arch amd64] [--out FOLDER] [--version VERSION] [--quick]: as root.

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: 'amd64' },
    out: { type: 'string', default: join(root, 'release') },
    version: { type: 'string', default: ownVersion },
    /** For tests: less compression, in a few minutes. */
    quick: { type: 'boolean', default: false },
  },
});

function needs(): void {
  const programs = {
    mmdebstrap: '/usr/bin/mmdebstrap',
    gdisk: '/usr/sbin/sgdisk',
    mtools: '/usr/bin/mcopy',
    dosfstools: '/usr/sbin/mkfs.vfat',
    'squashfs-tools': '/usr/bin/mksquashfs',
    e2fsprogs: '/usr/sbin/mke2fs',
    zstd: '/usr/bin/zstd',
  };
  const missing = Object.entries(programs).flatMap(([name, program]) => (existsSync(program) ? [] : [name]));
  if (process.getuid?.() !== 0)
    throw new Error('The image is built as root: it contains files of many accounts.');
  if (!Object.hasOwn(architectures, values.arch))
    throw new Error(`No image for ${values.arch}: there is ${Object.keys(architectures).join(', ')}.`);
  if (missing.length > 0) throw new Error(`Missing: apt-get install ${missing.join(' ')}`);
}

needs();
const publisher = publisherOf(process.env);
const cache = process.env.VITRINE_IMAGE_CACHE ?? join(homedir(), '.cache/vitrine-image');
const date = sourceDate(root);
const { version, quick, out } = values;
const architecture = values.arch as Architecture;
const folder = mkdtempSync(join(tmpdir(), 'vitrine-image-'));
try {
  const deb = await buildPackage({
    root,
    folder,
    version,
    out: folder,
    quick,
    architecture,
    date,
    publisher,
  });
  const system = join(folder, 'system');
  layOutSystem({ root, deb, date, base: base(root, cache, date, architecture) }, system);
  mkdirSync(out, { recursive: true });
  const image = join(out, `vitrine_${version}_${architecture}.img`);
  writeDisk({ architecture, system, folder, date, quick }, image);
  // The system is compressed already.
  quietly('zstd', ['--force', '--quiet', quick ? '-1' : '-19', '-T0', image]);
  const origin = { root, task: `image --arch ${architecture}`, version, publisher, date };
  const papers = layPapers(`${image}.zst`, 'vitrine-image', installedIn(system), origin);
  for (const each of [image, `${image}.zst`, ...papers])
    process.stdout.write(`${each}  ${humanSize(statSync(each).size)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
