import { namesIn, sizeOf } from '../../ground/durable-file.ts';
import type { FileSystem } from '../../ground/fs.ts';
import { Bindings } from '../bindings.ts';
import type { Database } from '../database.ts';
import type { EditionState, Pointer } from '../editions/edition-sidecar.ts';
import { readPointer, readSidecar, sidecars } from '../editions/edition-sidecar.ts';
import { insertManifest, putState } from '../editions/edition-states.ts';
import { KeptValues } from '../kept-values.ts';
import type { Layout } from '../objects/layout.ts';
import { isSha256, objectPath } from '../objects/layout.ts';
import type { LedgerLine } from '../proof/ledger.ts';
import { readLedger } from '../proof/ledger.ts';

export interface Rebuilt {
  readonly editions: number;
  readonly objects: number;
}

/**
 * Fills an empty database from the files beside it: the ledger describes objects, the sidecars hold editions, and the pointer
 * names the active one. An object counts by name and size. Scrubbing checks its hash later, as hashing a full disk would delay the
 * screen for minutes.
 */
export async function rebuild(database: Database, fs: FileSystem, layout: Layout): Promise<Rebuilt> {
  const lines = await wholeObjects(fs, layout);
  const pointer = await readPointer(fs, layout);
  const survivors = await survivingEditions(fs, layout, pointer);
  const active = survivors.find(({ record }) => record.state === 'active')?.record;
  const bindings = new Bindings(database);
  const kept = new KeptValues({ database, health: { failed: () => undefined } });
  const source = pointer?.source ?? active?.source ?? null;
  database.write(() => {
    bindings.add(lines, 0, 0);
    for (const { record, edition } of survivors) {
      insertManifest(database, edition, JSON.stringify(edition));
      bindings.bindKnown(edition);
      // Objects may have been lost with the database.
      putState(database, { ...record, complete: record.complete && bindings.holdsAll(edition) });
    }
    kept.write('source', source);
    kept.write(`assignee-id ${source}`, pointer?.assignee?.id ?? null);
    kept.write(`assignee-name ${source}`, pointer?.assignee?.name ?? null);
    kept.write('left-edition', pointer?.leftEdition ?? null);
    kept.write('filled', 'yes');
  });
  return { editions: survivors.length, objects: new Set(lines.map((line) => line.sha256)).size };
}

async function wholeObjects(fs: FileSystem, layout: Layout): Promise<readonly LedgerLine[]> {
  const present = await presentObjects(fs, layout);
  const lines = (await readLedger(fs, layout)).filter((line) => present.has(line.sha256));
  const isWhole = new Map<string, boolean>();
  for (const { sha256, bytes } of lines) {
    if (isWhole.has(sha256)) continue;
    isWhole.set(sha256, (await sizeOf(fs, objectPath(layout.root, sha256))) === bytes);
  }
  return lines.filter((line) => isWhole.get(line.sha256));
}

async function survivingEditions(fs: FileSystem, layout: Layout, pointer: Pointer | null) {
  const found = [];
  for (const record of pointer?.states ?? []) {
    const edition = await readSidecar(fs, layout, record.editionId);
    if (edition) found.push({ record, edition });
  }
  if (found.some(({ record }) => record.state === 'active')) return found;
  // Without a valid pointer, the newest manifest is the best guess.
  const newest = await newestSidecar(fs, layout);
  if (!newest) return found;
  const { edition, modifiedMs } = newest;
  const record: EditionState = {
    source: edition.source,
    state: 'active',
    editionId: edition.id,
    stagedAt: modifiedMs,
    activatedAt: modifiedMs,
    complete: false,
  };
  return [...found, { record, edition }];
}

async function newestSidecar(fs: FileSystem, layout: Layout) {
  let newest = null;
  for (const id of await sidecars(fs, layout)) {
    const edition = await readSidecar(fs, layout, id);
    if (edition === null) continue;
    const modifiedMs = Math.round((await fs.stat(`${layout.editions}/${id}.json`)).modifiedMs);
    if (!newest || modifiedMs > newest.modifiedMs) newest = { edition, modifiedMs };
  }
  return newest;
}

/** Names of all files in the folders of objects. */
export async function presentObjects(fs: FileSystem, layout: Layout): Promise<Set<string>> {
  const present = new Set<string>();
  for (const folder of await namesIn(fs, layout.objects)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const name of await namesIn(fs, `${layout.objects}/${folder}`)) {
      if (isSha256(name) && name.startsWith(folder)) present.add(name);
    }
  }
  return present;
}
