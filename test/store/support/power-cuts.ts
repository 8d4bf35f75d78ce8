import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../../src/main/ground/log.ts';
import { openStore, type Store } from '../../../src/main/store/store.ts';
import { CrashFileSystem, type Neglect, type Temper } from '../../support/crash-file-system.ts';
import { isEveryWrite } from '../../support/every-write.ts';
import { editionOf } from '../../support/records.ts';
import { manualClock, smallLimits } from './folder.ts';
import { finishedPart } from './parts.ts';
import { expectSound } from './soundness.ts';

export const before = editionOf(['a', 'b']);
export const after = editionOf(['b', 'c', 'd']);

const quiet = createLog(() => undefined);

export function plainStore(dataDir: string, fs?: CrashFileSystem): Promise<Store> {
  return openStore({ dataDir, clock: manualClock(), log: quiet, limits: smallLimits, ...(fs ? { fs } : {}) });
}

/** A folder in which `before` plays. */
export async function playing(dataDir: string): Promise<void> {
  const store = await plainStore(dataDir);
  await store.stage(before);
  await store.put([await finishedPart(store.partsFolder, 'a'), await finishedPart(store.partsFolder, 'b')]);
  await store.activate(before.id, true);
  await store.close();
}

/** What an update does, in the order of a cycle. */
export async function update(store: Store): Promise<void> {
  await store.stage(after);
  store.bindKnown(after);
  const c = await finishedPart(store.partsFolder, 'c');
  const d = await finishedPart(store.partsFolder, 'd');
  await Promise.all([store.put([c]), store.put([d])]);
  await store.activate(after.id, store.bindKnown(after).length === 0);
  await store.reclaim();
}

export interface PowerCuts {
  readonly cuts: number;
  /** The first thing that did not hold, with the instant of the cut. */
  readonly violation: string | null;
}

/**
 * The power is cut at each instant of an update, in the gate at each third one, until one update is over before the cut. After
 * each, the folder is as a reboot finds it; then the old show or the new one plays, whole, and the same update goes through.
 */
export async function cutEverywhere(options: {
  readonly neglect?: Neglect;
  readonly temper?: Temper;
  /** The database does not come back either. */
  readonly databaseLost?: boolean;
}): Promise<PowerCuts> {
  const template = await mkdtemp(join(tmpdir(), 'vitrine-template-'));
  try {
    await playing(template);
    return await cutEach(template, options);
  } finally {
    await rm(template, { recursive: true, force: true });
  }
}

type Options = Parameters<typeof cutEverywhere>[0];

async function cutEach(template: string, options: Options): Promise<PowerCuts> {
  // A disk that neglects something fails at its own instant, which none may skip.
  const step = isEveryWrite || options.neglect !== undefined ? 1 : 3;
  for (let cutAt = 1; ; cutAt += step) {
    const root = await mkdtemp(join(tmpdir(), 'vitrine-cut-'));
    try {
      await cp(template, root, { recursive: true });
      const fs = await CrashFileSystem.over(root, cutAt, options.neglect, options.temper);
      const store = await plainStore(root, fs).catch(() => null);
      await (store ? update(store) : Promise.resolve()).catch(() => undefined);
      await store?.close();
      if (!fs.wasCut) return { cuts: (cutAt - 1) / step, violation: null };
      await fs.restore();
      if (options.databaseLost) await writeFile(join(root, 'vitrine.db'), 'not a database any more');
      await holds(root);
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      return { cuts: Math.ceil(cutAt / step), violation: `power cut at instant ${cutAt}: ${message}` };
    } finally {
      await rm(root, { recursive: true, force: true });
      await rm(`${root}.cut`, { recursive: true, force: true });
    }
  }
}

async function holds(root: string): Promise<void> {
  const store = await plainStore(root);
  try {
    const active = store.active()?.edition;
    if (active?.id !== before.id && active?.id !== after.id) {
      throw new Error('neither the old nor the new show plays');
    }
    await expectSound(root, store, [before, after]);
    // It was whole when it was activated, so it has to be whole now.
    const lost = store.bindKnown(active);
    if (lost.length > 0) throw new Error(`the active show lost ${lost.join(', ')}`);
    await update(store);
    if (store.active()?.edition.id !== after.id || !store.active()?.complete)
      throw new Error('it does not heal');
    await expectSound(root, store, [before, after]);
  } finally {
    await store.close();
  }
}
