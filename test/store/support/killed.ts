import { readFile } from 'node:fs/promises';
import { realFileSystem } from '../../../src/main/ground/fs.ts';
import { layoutOf, objectPath, sidecarPath } from '../../../src/main/store/objects/layout.ts';
import { presentObjects } from '../../../src/main/store/repair/rebuild.ts';
import type { Store } from '../../../src/main/store/store.ts';
import { type KillLoop, type KillLoopResult, killLoop, together } from '../../support/kill-loop.ts';
import { bytesOf, finishedPart, sha256Of } from './parts.ts';
import { after, before, plainStore, playing, update } from './power-cuts.ts';
import { expectSound } from './soundness.ts';

export const child = new URL('../children/step.ts', import.meta.url);

export function databaseFiles(folder: string): readonly string[] {
  const { database } = layoutOf(folder);
  return [database, `${database}-wal`, `${database}-journal`];
}

/** Everything else that an update of `before` to `after` writes. */
export function plainFiles(folder: string): readonly string[] {
  const { ledger, pointer, parts, objects } = layoutOf(folder);
  const names = ['a', 'b', 'c', 'd'];
  const hashes = names.map((name) => sha256Of(bytesOf(name)));
  return [
    ...[ledger, `${ledger}.new`, pointer, `${pointer}.new`, objects, layoutOf(folder).editions],
    ...[before, after].map((edition) => sidecarPath(folder, edition.id)),
    ...names.map((name) => `${parts}/part-${name}`),
    ...hashes.map((sha256) => objectPath(folder, sha256)),
    ...hashes.map((sha256) => `${objects}/${sha256.slice(0, 2)}`),
  ];
}

/** Killed at writes to the database, then at writes to anything else. */
export async function killAtWrites(loop: Omit<KillLoop, 'paths'>): Promise<KillLoopResult> {
  return together([
    await killLoop({ ...loop, paths: databaseFiles }),
    await killLoop({ ...loop, paths: plainFiles }),
  ]);
}

/** `before` plays, `after` is staged and its files are still to come. */
export async function staged(folder: string): Promise<void> {
  await playing(folder);
  const store = await plainStore(folder);
  await store.stage(after);
  store.bindKnown(after);
  await store.close();
}

/** `before` plays, `after` has everything and waits to be activated. */
export async function ready(folder: string): Promise<void> {
  await staged(folder);
  const store = await plainStore(folder);
  await store.put([await finishedPart(store.partsFolder, 'c'), await finishedPart(store.partsFolder, 'd')]);
  await store.close();
}

/** Opens what a killed process left: the old or the new show plays whole, and the update goes through. */
export async function expectHeld(folder: string, look?: (store: Store) => Promise<void>): Promise<void> {
  const store = await plainStore(folder);
  try {
    const active = store.active()?.edition;
    if (active?.id !== before.id && active?.id !== after.id) {
      throw new Error('neither the old nor the new show plays');
    }
    await expectSound(folder, store, [before, after]);
    const lost = store.bindKnown(active);
    if (lost.length > 0) throw new Error(`the active show lost ${lost.join(', ')}`);
    await look?.(store);
    await update(store);
    await expectSound(folder, store, [after]);
    if (!store.active()?.complete) throw new Error('the update does not go through');
  } finally {
    await store.close();
  }
}

/** Files of objects on the disk. */
export function objectsOnDisk(folder: string): Promise<ReadonlySet<string>> {
  return presentObjects(realFileSystem, layoutOf(folder));
}

export async function reportedBy(folder: string): Promise<readonly string[]> {
  const text = await readFile(`${folder}/told`, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}
