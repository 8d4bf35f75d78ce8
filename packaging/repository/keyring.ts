import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { debianChangelog, packDeb } from '../deb.ts';
import type { Publisher } from '../publisher.ts';
import { addToPool } from './pool.ts';

export const keyringName = 'vitrine-archive-keyring';
const trusted = `usr/share/keyrings/${keyringName}.gpg`;
const source = 'etc/apt/sources.list.d/vitrine.sources';

interface KeyringNeeds {
  readonly repository: string;
  /** For intermediate files. */
  readonly folder: string;
  readonly address: string;
  readonly keys: Buffer;
  readonly publisher: Publisher;
  readonly date: number;
}

/**
 * The package that adds the repository to a machine and brings its keys, as Debian's own keyring does: an upgrade exchanges
 * them. Its newest version stays while keys and address do. Also laid out under a name without a version.
 */
export function addKeyring(needs: KeyringNeeds): void {
  const { repository, address, keys } = needs;
  const content: Readonly<Record<string, string | Buffer>> = {
    [trusted]: keys,
    [source]: [
      'Types: deb',
      `URIs: ${address}`,
      'Suites: stable',
      'Components: main',
      `Signed-By: /${trusted}`,
      '',
    ].join('\n'),
  };
  const newest = newestIn(join(repository, 'pool', keyringName));
  const isSame =
    newest !== null && Object.entries(content).every(([path, text]) => contains(newest, path, text));
  copyFileSync(isSame ? newest : made(needs, content), join(repository, `${keyringName}.deb`));
}

function made(needs: KeyringNeeds, content: Readonly<Record<string, string | Buffer>>): string {
  const { repository, folder, publisher, date } = needs;
  // It rises whenever it is made.
  const version = new Date(date * 1000).toISOString().replace(/[-:]/g, '').replace('T', '.').slice(0, 15);
  const tree = join(folder, 'keyring');
  const documents = `usr/share/doc/${keyringName}`;
  const entry = { name: keyringName, version, date, maintainer: publisher.maintainer };
  const all = {
    ...content,
    [`${documents}/copyright`]: `Public keys and the address of a repository.\nSource: ${publisher.homepage}\n`,
    [`${documents}/changelog.gz`]: gzipSync(debianChangelog(entry, 'The keys that sign from now on.'), {
      level: 9,
    }),
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
    chmodSync(join(tree, path), 0o644);
  }
  for (const name of readdirSync(tree, { recursive: true, withFileTypes: true }))
    if (name.isDirectory()) chmodSync(join(name.parentPath, name.name), 0o755);
  chmodSync(tree, 0o755);
  const control = [
    `Package: ${keyringName}`,
    `Version: ${version}`,
    'Architecture: all',
    `Maintainer: ${publisher.maintainer}`,
    'Installed-Size: @SIZE@',
    'Section: misc',
    'Priority: optional',
    `Homepage: ${publisher.homepage}`,
    'Description: address and keys of the repository of Vitrine',
    ' An upgrade of this package exchanges the keys that apt trusts for this',
    ' repository, and for no other one.',
    '',
  ].join('\n');
  const deb = join(folder, `${keyringName}.deb`);
  packDeb({ tree, control: { control, conffiles: `/${source}\n` }, date, quick: false }, deb);
  rmSync(tree, { recursive: true });
  return addToPool(repository, deb);
}

/** Versions are instants of one length. */
function newestIn(folder: string): string | null {
  const names = readdirSync(dirname(folder)).includes(keyringName) ? readdirSync(folder) : [];
  const newest = names
    .filter((name) => name.endsWith('.deb'))
    .toSorted()
    .at(-1);
  return newest === undefined ? null : join(folder, newest);
}

function contains(deb: string, path: string, wanted: string | Buffer): boolean {
  const archive = execFileSync('dpkg-deb', ['--fsys-tarfile', deb], { maxBuffer: 1e8 });
  const found = execFileSync('tar', ['-xO', `./${path}`], { input: archive, maxBuffer: 1e8 });
  return found.equals(Buffer.from(wanted));
}
