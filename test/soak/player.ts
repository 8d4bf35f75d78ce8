// The player of the soak, in a process that may be killed at any moment. It executes orders, and reports.
import { readdirSync, readlinkSync } from 'node:fs';
import { asVitrineError } from '../../src/main/ground/errors.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { readSidecar } from '../../src/main/store/editions/edition-sidecar.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { openParts } from '../support/rig.ts';
import type { Belief, Open } from './inspection.ts';

export type Order = 'sync' | 'rollback' | 'check' | 'reclaim' | 'stop';

export interface Answer {
  readonly edition: string | null;
  readonly failed: number;
  readonly error: string | null;
  readonly open: Open;
  readonly rssMiB: number;
  /** Of `check`: objects that the active edition needs, those of them that are not what their name says. */
  readonly needed: number;
  readonly rotten: readonly string[];
  readonly belief: Belief;
}

const [folder = '', cms = '{}'] = process.argv.slice(2);
const parts = await openParts({
  folder,
  cms: JSON.parse(cms),
  limits: {
    silenceMs: 400,
    floorWindowMs: 500,
    secondReadingMs: 1,
    checkpointBytes: 256 * 1024,
    checkpointMs: 0,
    retryFailedMs: 5,
  },
});
const { sync, store } = parts;

process.on('message', (order: Order) => {
  void obey(order).then(
    (answer) => process.send?.(answer, () => order === 'stop' && process.disconnect?.()),
    (error: unknown) => process.send?.({ ...state(), error: `${asVitrineError(error).code}: ${error}` }),
  );
});
process.send?.(state());

async function obey(order: Order): Promise<Answer> {
  if (order === 'sync') {
    const { failed } = await sync.once();
    return { ...state(), failed: failed.length };
  }
  if (order === 'rollback') await store.rollback();
  if (order === 'reclaim') await store.reclaim();
  if (order === 'check') return check();
  const now = state();
  if (order === 'stop') await parts.close();
  return now;
}

function state(): Answer {
  return {
    edition: store.active()?.edition.id ?? null,
    failed: 0,
    error: null,
    open: openNow(),
    rssMiB: process.memoryUsage.rss() / 2 ** 20,
    needed: 0,
    rotten: [],
    belief: { referenced: [], counted: store.storage().objects, editions: [] },
  };
}

function openNow(): Open {
  const kinds = readdirSync('/proc/self/fd').map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      // The one with which the folder was just read.
      return '';
    }
  });
  const sockets = kinds.filter((kind) => kind.startsWith('socket:')).length;
  return { sockets, files: kinds.filter((kind) => kind !== '').length - sockets };
}

async function check(): Promise<Answer> {
  const active = store.active();
  const needed = active ? [...store.holdings(active.edition).objects.values()] : [];
  const rotten: string[] = [];
  for (const { sha256 } of needed) if (!(await store.suspect(sha256))) rotten.push(sha256);
  const editions = store.editions().map(({ id }) => id);
  const layout = layoutOf(folder);
  const manifests = await Promise.all(editions.map((id) => readSidecar(realFileSystem, layout, id)));
  const referenced = manifests.flatMap((edition) =>
    edition ? [...store.holdings(edition).objects.values()] : [],
  );
  return {
    ...state(),
    needed: needed.length,
    rotten,
    belief: {
      referenced: referenced.map(({ sha256 }) => sha256),
      counted: store.storage().objects,
      editions,
    },
  };
}
