import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredEdition } from '../../src/main/edition/edition.ts';
import type { Holdings } from '../../src/main/edition/holdings.ts';
import { objectPath } from '../../src/main/store/objects/layout.ts';
import { readStore } from '../../src/main/store/read.ts';
import { wanted } from '../../src/main/sync/wanted.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';

/** Violations of the second law on disk: every object and every edition is complete or absent. */
export async function violationsOn(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const objects = join(folder, 'objects');
  for (const name of readdirSync(objects, { recursive: true, encoding: 'utf8' })) {
    const sha256 = name.split('/')[1];
    if (sha256 === undefined) continue;
    const is = createHash('sha256')
      .update(readFileSync(join(objects, name)))
      .digest('hex');
    if (is !== sha256) found.push(`${name} is not what its name says`);
  }
  const store = await readStore(folder);
  try {
    if (store.damage !== null) found.push(`the database: ${inEnglish(store.damage)}`);
    const active = store.active();
    if (active === null) found.push('nothing is active: the screen would be black');
    else found.push(...lacking(folder, active, store.holdings(active.edition).objects));
  } catch (error) {
    found.push(String(error));
  } finally {
    await store.close();
  }
  return found;
}

function lacking(
  folder: string,
  { edition, complete }: StoredEdition,
  held: Holdings['objects'],
): readonly string[] {
  const gone = [...held].filter(([, { sha256 }]) => !existsSync(objectPath(folder, sha256)));
  // Content that is never shown again is not downloaded.
  const missing = wanted(edition, Date.now(), null).filter(
    ({ file }) => complete && file.download !== null && !held.has(file.id),
  );
  return [
    ...gone.map(([id]) => `media file ${id} is held but its object is not there`),
    ...missing.map(({ file }) => `the active edition is complete without ${file.id}`),
  ];
}
