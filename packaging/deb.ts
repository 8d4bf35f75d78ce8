import { execFileSync } from 'node:child_process';
import { chmodSync, lutimesSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface DebNeeds {
  /** The content of the package as it is on the machine. */
  readonly tree: string;
  /** The files of its folder `DEBIAN`, by name. */
  readonly control: Readonly<Record<string, string>>;
  /** In seconds since 1970. */
  readonly date: number;
  readonly quick: boolean;
}

/** Packs a tree as a Debian package. The same tree gives the same bytes. */
export function packDeb({ tree, control, date, quick }: DebNeeds, file: string): void {
  const kilobytes = Math.ceil(filesIn(tree).reduce((sum, each) => sum + statSync(each).size, 0) / 1024);
  const sums = md5sums(tree);
  const folder = join(tree, 'DEBIAN');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  for (const [name, text] of Object.entries({ ...control, md5sums: sums })) {
    writeFileSync(join(folder, name), text.replace('@SIZE@', String(kilobytes)));
    // Whatever the umask is.
    chmodSync(join(folder, name), /^(?:con|md5)/.test(name) ? 0o644 : 0o755);
  }
  for (const path of everythingIn(tree)) lutimesSync(path, date, date);
  mkdirSync(dirname(file), { recursive: true });
  // dpkg-deb sorts the names itself, and reads the timestamp of its own files from this variable.
  execFileSync(
    'dpkg-deb',
    ['--root-owner-group', ...(quick ? ['-Zgzip', '-z1'] : ['-Zxz', '-z6']), '--build', tree, file],
    { env: { ...process.env, SOURCE_DATE_EPOCH: String(date) }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
}

/** A changelog in Debian's format. */
export function debianChangelog(
  {
    name,
    version,
    date,
    maintainer,
  }: Readonly<Record<'name' | 'version' | 'maintainer', string>> & {
    readonly date: number;
  },
  what: string,
): string {
  const at = new Date(date * 1000).toUTCString().replace('GMT', '+0000');
  return `${name} (${version}) stable; urgency=medium\n\n  * ${what}\n\n -- ${maintainer}  ${at}\n`;
}

/** Every folder and file, including the root of the tree. */
function everythingIn(tree: string): readonly string[] {
  const names = readdirSync(tree, { recursive: true, encoding: 'utf8' }).sort();
  return [...names.map((name) => join(tree, name)), tree];
}

function filesIn(tree: string): readonly string[] {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function md5sums(tree: string): string {
  const names = filesIn(tree).map((file) => file.slice(tree.length + 1));
  return execFileSync('md5sum', names, { cwd: tree, encoding: 'utf8', maxBuffer: 1e8 });
}
