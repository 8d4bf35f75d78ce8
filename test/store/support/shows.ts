import { existsSync } from 'node:fs';
import type { Edition } from '../../../src/main/edition/edition.ts';
import { objectPath } from '../../../src/main/store/objects/layout.ts';
import type { Store } from '../../../src/main/store/store.ts';
import { editionOf, source } from '../../support/records.ts';
import { bytesOf, finishedPart, sha256Of } from './parts.ts';

/** Stages, fetches what is missing and activates, as a cycle does. Answers the edition and what was fetched. */
export async function show(
  store: Store,
  names: readonly string[],
  options: { size?: number; source?: string } = {},
): Promise<Edition & { readonly fetched: readonly string[] }> {
  const edition = editionOf(names, options.source ?? source);
  await store.stage(edition);
  const fetched = store.bindKnown(edition);
  const parts = await Promise.all(fetched.map((id) => finishedPart(store.partsFolder, id, options)));
  await store.put(parts);
  await store.activate(edition.id, true);
  return { ...edition, fetched };
}

export function isOnDisk(dataDir: string, name: string, size?: number): boolean {
  return existsSync(objectPath(dataDir, sha256Of(bytesOf(name, size))));
}
