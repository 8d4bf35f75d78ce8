import type { FileSystem } from '../fs.ts';
import { Bindings } from './bindings.ts';
import type { Database } from './database.ts';
import { namesIn, sizeOf } from './durable-file.ts';
import type { EditionState } from './edition-sidecar.ts';
import { readPointer, readSidecar, sidecars } from './edition-sidecar.ts';
import type { Layout } from './layout.ts';
import { isSha256, objectPath } from './layout.ts';
import type { LedgerLine } from './ledger.ts';
import { readLedger } from './ledger.ts';

export interface Rebuilt {
  readonly editions: number;
  readonly objects: number;
}

/**
 * An empty database gets back what lies beside it: the ledger says what every object is, the sidecars what to show
 * and the pointer which of them. Objects count by name and size; their hash is checked in the background, since
 * hashing a full disk would keep the screen waiting for minutes.
 */
export async function rebuild(database: Database, fs: FileSystem, layout: Layout): Promise<Rebuilt> {
  const present = await presentObjects(fs, layout);
  const lines = (await readLedger(fs, layout)).filter((line) => present.has(line.sha256));
  const sound = new Map<string, LedgerLine>();
  for (const line of lines) {
    if (sound.has(line.sha256)) continue;
    if ((await sizeOf(fs, objectPath(layout.root, line.sha256))) === line.bytes) sound.set(line.sha256, line);
  }
  const states = await survivingStates(fs, layout);
  const values = await survivingValues(fs, layout, states);
  const bindings = new Bindings(database);
  database.write(() => {
    bindings.add(
      lines.filter((line) => sound.has(line.sha256)),
      0,
      0,
    );
    for (const { record, body } of states) {
      database.run('INSERT OR IGNORE INTO edition VALUES (?, ?, ?)', record.editionId, record.source, body);
      database.run(
        'INSERT OR REPLACE INTO slot VALUES (?, ?, ?, ?, ?, ?)',
        record.source,
        record.state,
        record.editionId,
        record.stagedAt,
        record.activatedAt,
        record.complete ? 1 : 0,
      );
    }
    for (const { edition } of states) bindings.bindKnown(edition);
    for (const [key, value] of values)
      database.run('INSERT OR REPLACE INTO setting VALUES (?, ?)', key, value);
  });
  return { editions: states.length, objects: sound.size };
}

type Surviving = Awaited<ReturnType<typeof survivingStates>>[number];

async function survivingStates(fs: FileSystem, layout: Layout) {
  const pointer = await readPointer(fs, layout);
  const found = [];
  for (const record of pointer?.states ?? []) {
    const edition = await readSidecar(fs, layout, record.editionId);
    if (edition) found.push({ record, edition, body: JSON.stringify(edition) });
  }
  if (found.some(({ record }) => record.state === 'active')) return found;
  // The pointer is gone too, or names what is gone: the newest manifest is the best guess at what was shown.
  const newest = await newestSidecar(fs, layout);
  if (!newest) return found;
  const record: EditionState = {
    source: newest.edition.source,
    state: 'active',
    editionId: newest.edition.id,
    stagedAt: newest.modifiedMs,
    activatedAt: newest.modifiedMs,
    complete: false,
  };
  return [...found, { record, edition: newest.edition, body: JSON.stringify(newest.edition) }];
}

async function newestSidecar(fs: FileSystem, layout: Layout) {
  let newest = null;
  for (const id of await sidecars(fs, layout)) {
    const edition = await readSidecar(fs, layout, id);
    const { modifiedMs } = await fs.stat(`${layout.editions}/${id}.json`);
    if (edition && (!newest || modifiedMs > newest.modifiedMs))
      newest = { edition, modifiedMs: Math.round(modifiedMs) };
  }
  return newest;
}

/** `filled` closes the transaction's work: a database without it was never filled to the end. */
async function survivingValues(
  fs: FileSystem,
  layout: Layout,
  states: readonly Surviving[],
): Promise<readonly (readonly [string, string])[]> {
  const pointer = await readPointer(fs, layout);
  const source =
    pointer?.source ?? states.find(({ record }) => record.state === 'active')?.record.source ?? null;
  const values: (readonly [string, string | null])[] = [
    ['filled', 'yes'],
    ['source', source],
    ['left-edition', pointer?.leftEdition ?? null],
  ];
  return values.flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]));
}

/** The names of all files that lie where an object lies. */
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
