import { join } from 'node:path';
import { version } from '../src/main/ground/version.ts';
import { pulledBy } from './bill.ts';
import { layPapers } from './papers.ts';
import { publisherOf } from './publisher.ts';
import { sourceDate } from './source-date.ts';

/** The packager calls it with the packages that it has made. */
export default function electronPapers({
  artifactPaths,
}: {
  readonly artifactPaths: readonly string[];
}): string[] {
  const root = join(import.meta.dirname, '..');
  const origin = {
    root,
    task: 'electron-builder',
    version,
    publisher: publisherOf(process.env),
    date: sourceDate(root),
  };
  return artifactPaths
    .filter((file) => /\.(?:deb|AppImage|tar\.gz|exe)$/.test(file))
    .flatMap((file) => layPapers(file, 'vitrine', file.endsWith('.deb') ? pulledBy(file) : [], origin));
}
