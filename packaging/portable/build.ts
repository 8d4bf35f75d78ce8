import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { humanSize } from '../../src/main/ground/size.ts';
import { version } from '../../src/main/ground/version.ts';
import { type Architecture, architectures } from '../kiosk/architectures.ts';
import { layPapers } from '../papers.ts';
import { layProgram } from '../program.ts';
import { publisherOf } from '../publisher.ts';
import { sourceDate } from '../source-date.ts';

// npm run package -- portable [--arch amd64] [--out FOLDER]: a tar.gz that runs from any folder, on the system's Chromium.

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: process.arch === 'arm64' ? 'arm64' : 'amd64' },
    out: { type: 'string', default: join(root, 'release') },
  },
});
if (!Object.hasOwn(architectures, values.arch))
  throw new Error(`No package for ${values.arch}: there is ${Object.keys(architectures).join(', ')}.`);
const architecture = values.arch as Architecture;

/** Uses the bundled Node, whatever is on the PATH, and the system's browser. */
const start = `#!/bin/sh
here=$(dirname -- "$(readlink -f -- "$0")")
export VITRINE_HOST="\${VITRINE_HOST:-chromium}"
exec "$here/node" "$here/dist/main/index.js" "$@"
`;

const [publisher, date] = [publisherOf(process.env), sourceDate(root)];
const folder = mkdtempSync(join(tmpdir(), 'vitrine-portable-'));
try {
  const name = `vitrine-${version}-${architectures[architecture].node.replace('node-', '')}`;
  const tree = join(folder, name);
  layProgram({ root, folder, architecture }, tree);
  writeFileSync(join(tree, 'vitrine'), start);
  chmodSync(join(tree, 'vitrine'), 0o755);
  cpSync(join(root, 'build/linux'), join(tree, 'resources/linux'), { recursive: true });
  copyFileSync(join(root, 'LICENSE'), join(tree, 'LICENSE'));
  mkdirSync(values.out, { recursive: true });
  const file = join(values.out, `${name}.tar.gz`);
  execFileSync('tar', ['-czf', file, ...sameBytes(date), '-C', folder, name]);
  const origin = { root, task: `portable --arch ${architecture}`, version, publisher, date };
  for (const each of [file, ...layPapers(file, 'vitrine-portable', [], origin)])
    process.stdout.write(`${each}  ${humanSize(statSync(each).size)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The archive depends on the files alone, and not on time, umask, account and order of this machine's. */
function sameBytes(date: number): readonly string[] {
  return [
    ...['--format=gnu', '--sort=name', `--mtime=@${date}`, '--mode=u+rw,go+r-w,a+X'],
    ...['--owner=0', '--group=0', '--numeric-owner'],
  ];
}
