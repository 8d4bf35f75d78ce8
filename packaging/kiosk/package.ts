import { execFileSync } from 'node:child_process';
import { lutimesSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layOut, type PackageNeeds } from './tree.ts';

/** Makes the Debian package and returns its path. The same sources give the same bytes. */
export async function buildPackage(needs: PackageNeeds): Promise<string> {
  const { root, folder, out, architecture, version, date, quick, publisher } = needs;
  const tree = join(folder, 'tree');
  await layOut({ ...needs, tree });
  const control = join(tree, 'DEBIAN');
  mkdirSync(control, { mode: 0o755 });
  const kilobytes = Math.ceil(filesIn(tree).reduce((sum, file) => sum + statSync(file).size, 0) / 1024);
  const sources = join(root, 'packaging/kiosk/control');
  for (const name of readdirSync(sources)) {
    const text = readFileSync(join(sources, name), 'utf8')
      .replace('@VERSION@', version)
      .replace('@ARCHITECTURE@', architecture)
      .replace('@SIZE@', String(kilobytes))
      .replace('@MAINTAINER@', () => publisher.maintainer)
      .replace('@HOMEPAGE@', () => publisher.homepage);
    writeFileSync(join(control, name), text, { mode: name.startsWith('con') ? 0o644 : 0o755 });
  }
  writeFileSync(join(control, 'md5sums'), md5sums(tree), { mode: 0o644 });
  for (const path of everythingIn(tree)) lutimesSync(path, date, date);
  mkdirSync(out, { recursive: true });
  const file = join(out, `vitrine-kiosk_${version}_${architecture}.deb`);
  // dpkg-deb sorts the names itself, and reads the timestamp of its own files from this variable.
  execFileSync(
    'dpkg-deb',
    ['--root-owner-group', ...(quick ? ['-Zgzip', '-z1'] : ['-Zxz', '-z6']), '--build', tree, file],
    { env: { ...process.env, SOURCE_DATE_EPOCH: String(date) }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return file;
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
  const names = filesIn(tree)
    .map((file) => file.slice(tree.length + 1))
    .filter((name) => !name.startsWith('DEBIAN/'));
  return execFileSync('md5sum', names, { cwd: tree, encoding: 'utf8', maxBuffer: 1e8 });
}
