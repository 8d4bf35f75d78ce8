import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { publisherOf } from '../publisher.ts';
import { publish } from './publish.ts';
import { repositorySettings } from './settings.ts';

// npm run package -- repository [DEB …] [--out FOLDER]

const release = join(import.meta.dirname, '../../release');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: join(release, 'repository') } },
});

const [settings, publisher] = [repositorySettings(process.env), publisherOf(process.env)];
const debs = positionals.length > 0 ? positionals : packagesIn(release);
const out = resolve(values.out);
mkdirSync(dirname(out), { recursive: true });
const folder = mkdtempSync(join(dirname(out), '.repository-'));
try {
  // The time of publishing, not of the commit: apt ignores an index that is older than the one it has.
  const date = Number(process.env.SOURCE_DATE_EPOCH || Math.floor(Date.now() / 1000));
  publish({ settings, publisher, debs, out, folder, date });
  process.stdout.write(`${out}  for ${settings.address}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function packagesIn(place: string): readonly string[] {
  const names = readdirSync(dirname(place)).includes('release') ? readdirSync(place) : [];
  const found = names.filter((name) => name.endsWith('.deb')).map((name) => join(place, name));
  if (found.length === 0)
    throw new Error(
      'There is no package in release/: run npm run package -- kiosk first, or name the packages.',
    );
  return found;
}
