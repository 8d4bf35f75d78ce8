import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { asVitrineError } from '../../../src/main/ground/errors.ts';
import { realFileSystem } from '../../../src/main/ground/fs.ts';
import type { Release } from '../../../src/main/release/release.ts';
import { OwnShelf } from '../../../src/main/update/own-shelf.ts';
import type { ReleaseSource } from '../../../src/main/update/source.ts';

// Takes a package that lies in a file as often as asked, then tidies, where `fs` is Electron's. Prints the outcomes as JSON.
const [, , folder = '', file = '', version = '', times = '', keeps = ''] = process.argv;
const shelf = new OwnShelf(realFileSystem, folder);
const bytes = readFileSync(file);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const release = { sha256, version, bytes: bytes.length } as Release;
const never = new AbortController().signal;
const outcomes: string[] = [];
const outcome = (done: Promise<void>, name: string): Promise<unknown> =>
  done.then(
    () => outcomes.push(name),
    (error: unknown) => outcomes.push(asVitrineError(error).message),
  );
/** As a player does it: what has been taken must run here. */
const take = async (): Promise<void> => {
  await shelf.take(release, file, {} as ReleaseSource, never);
  await shelf.mustRun(release, never);
};
for (let left = Number(times); left > 0; left--) await outcome(take(), 'taken');
await outcome(shelf.tidy(new Set(keeps === 'kept' ? [sha256] : [])), 'tidied');
process.stdout.write(JSON.stringify(outcomes));
