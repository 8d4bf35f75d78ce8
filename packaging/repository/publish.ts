import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { architectures } from '../kiosk/architectures.ts';
import type { Publisher } from '../publisher.ts';
import { addKeyring } from './keyring.ts';
import { checkKeys, publicKeys, sign } from './keys.ts';
import { addToPool } from './pool.ts';
import type { RepositorySettings } from './settings.ts';

interface RepositoryNeeds {
  readonly settings: RepositorySettings;
  readonly publisher: Publisher;
  readonly debs: readonly string[];
  /** The repository: a new folder, or one that has earlier packages. */
  readonly out: string;
  /** For intermediate files, on the same disk. */
  readonly folder: string;
  /** In seconds since 1970. */
  readonly date: number;
}

// apt-ftparchive belongs to apt, keeps no database, and lists any number of versions of a package; reprepro of Debian 12 keeps one, so
// there would be no way back.
const tool = 'apt-ftparchive';

/** Adds packages to a repository that any static web server can serve. Players see all of the new index or none. */
export function publish({ settings, publisher, debs, out, folder, date }: RepositoryNeeds): void {
  if (spawnSync(tool, ['--version']).error !== undefined)
    throw new Error('Missing: apt-get install apt-utils');
  checkKeys(settings.keys);
  const suite = join(out, 'dists/stable');
  refuseOlder(join(suite, 'Release'), date);
  mkdirSync(join(out, 'pool'), { recursive: true });
  for (const deb of debs) addToPool(out, deb);
  const keys = publicKeys(settings.keys);
  addKeyring({ repository: out, folder, address: settings.address, keys, publisher, date });
  const fresh = join(folder, 'stable');
  const lists = Object.keys(architectures).flatMap((architecture) => index(out, fresh, architecture));
  writeFileSync(join(fresh, 'Release'), release(fresh, date));
  sign(fresh, settings.keys, keys);
  // By its hash each list is there before the signed index names it, and after another one has taken its place.
  for (const list of lists) {
    const hash = createHash('sha256')
      .update(readFileSync(join(fresh, list)))
      .digest('hex');
    const named = join(suite, dirname(list), 'by-hash/SHA256', hash);
    mkdirSync(dirname(named), { recursive: true });
    copyFileSync(join(fresh, list), named);
  }
  for (const name of [...lists, 'Release', 'Release.gpg', 'InRelease'])
    renameSync(join(fresh, name), join(suite, name));
  rmSync(fresh, { recursive: true });
}

/** apt silently keeps the newer index that it has. */
function refuseOlder(file: string, date: number): void {
  if (!existsSync(file)) return;
  const [, last = ''] = /^Date: (.*)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  if (Date.parse(last) / 1000 > date)
    throw new Error(
      `The repository is of ${last}, which is later than ${new Date(date * 1000).toUTCString()}: players would ignore this one. Check clock and SOURCE_DATE_EPOCH.`,
    );
}

/** Writes the list of an architecture, plain and packed, and returns their names. */
function index(out: string, fresh: string, architecture: string): readonly string[] {
  const text = execFileSync(tool, ['--arch', architecture, 'packages', 'pool'], {
    cwd: out,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // In the order of the disk otherwise.
  const packages = text
    .split(/\n\n+/)
    .filter((each) => each !== '')
    .sort();
  const name = `main/binary-${architecture}/Packages`;
  const bytes = Buffer.from(packages.map((each) => `${each}\n`).join('\n'));
  mkdirSync(dirname(join(fresh, name)), { recursive: true });
  writeFileSync(join(fresh, name), bytes);
  writeFileSync(join(fresh, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  return [name, `${name}.gz`];
}

function release(fresh: string, date: number): string {
  const fields = {
    Origin: 'Vitrine',
    Label: 'Vitrine',
    Suite: 'stable',
    Codename: 'stable',
    Architectures: Object.keys(architectures).join(' '),
    Components: 'main',
    Date: new Date(date * 1000).toUTCString().replace('GMT', 'UTC'),
    'Acquire-By-Hash': 'yes',
  };
  const options = Object.entries(fields).flatMap(([name, value]) => [
    '-o',
    `APT::FTPArchive::Release::${name}=${value}`,
  ]);
  const hashes = ['--no-md5', '--no-sha1', '--no-sha512'];
  return execFileSync(tool, [...hashes, ...options, 'release', fresh], { encoding: 'utf8' });
}
