import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packDeb } from '../deb.ts';
import { layOut, type PackageNeeds } from './tree.ts';

/** Makes the Debian package and returns its path. The same sources give the same bytes. */
export async function buildPackage(needs: PackageNeeds): Promise<string> {
  const { root, folder, out, architecture, version, publisher } = needs;
  const tree = join(folder, 'tree');
  await layOut({ ...needs, tree });
  const sources = join(root, 'packaging/kiosk/control');
  const control = readdirSync(sources).map((name) => [
    name,
    readFileSync(join(sources, name), 'utf8')
      .replace('@VERSION@', version)
      .replace('@ARCHITECTURE@', architecture)
      .replace('@MAINTAINER@', () => publisher.maintainer)
      .replace('@HOMEPAGE@', () => publisher.homepage),
  ]);
  const file = join(out, `vitrine-kiosk_${version}_${architecture}.deb`);
  packDeb({ ...needs, tree, control: Object.fromEntries(control) }, file);
  return file;
}
