// The player of the soak, in a process that may be killed at any moment. It does what it is told, and tells.
import { readdirSync } from 'node:fs';
import { asVitrineError } from '../../src/main/errors.ts';
import { openParts } from '../support/rig.ts';

export type Order = 'sync' | 'rollback' | 'check' | 'reclaim' | 'stop';

export interface Answer {
  readonly edition: string | null;
  readonly failed: number;
  readonly error: string | null;
  readonly openFiles: number;
  readonly rssMiB: number;
  /** Of `check`: objects that the active edition needs, those of them that are not what their name says. */
  readonly needed: number;
  readonly rotten: readonly string[];
  /** Objects that active, staged and previous edition hold, and those that the store counts. */
  readonly referenced: readonly string[];
  readonly counted: number;
}

const [folder = '', cms = '{}'] = process.argv.slice(2);
const parts = await openParts({
  folder,
  cms: JSON.parse(cms),
  limits: {
    silenceMs: 80,
    floorWindowMs: 500,
    secondLookMs: 1,
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
    openFiles: readdirSync('/proc/self/fd').length,
    rssMiB: process.memoryUsage.rss() / 2 ** 20,
    needed: 0,
    rotten: [],
    referenced: [],
    counted: 0,
  };
}

async function check(): Promise<Answer> {
  const active = store.active();
  const needed = active ? [...store.holdings(active.edition).objects.values()] : [];
  const rotten: string[] = [];
  for (const { sha256 } of needed) if (!(await store.suspect(sha256))) rotten.push(sha256);
  const slots = [active, store.staged()].flatMap((slot) => slot?.edition ?? []);
  const referenced = slots.flatMap((edition) => [...store.holdings(edition).objects.values()]);
  return {
    ...state(),
    needed: needed.length,
    rotten,
    referenced: [...new Set(referenced.map(({ sha256 }) => sha256))],
    counted: store.storage().objects,
  };
}
