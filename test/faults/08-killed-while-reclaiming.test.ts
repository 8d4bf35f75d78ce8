import { expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import type { Store } from '../../src/main/store/store.ts';
import { manualClock, smallLimits } from '../store/support/folder.ts';
import { child, killAtWrites, objectsOnDisk, plainFiles, ready } from '../store/support/killed.ts';
import { bytesOf, sha256Of } from '../store/support/parts.ts';
import { after, plainStore } from '../store/support/power-cuts.ts';
import { type KillPoint, killLoop } from '../support/kill-loop.ts';
import { editionOf } from '../support/records.ts';
import { reportRow } from '../support/report-row.ts';
import { without } from '../support/without.ts';

const dead = sha256Of(bytesOf('a'));
const third = editionOf(['c', 'd']);

/** A third edition displaces the first one: its object `a` is not needed any more. */
async function pushedOut(folder: string): Promise<void> {
  await ready(folder);
  const store = await plainStore(folder);
  await store.activate(after.id, true);
  await store.stage(third);
  store.bindKnown(third);
  await store.activate(third.id, true);
  await store.close();
}

async function expectReclaimed(
  folder: string,
  { survived }: KillPoint,
  open: (folder: string) => Promise<Store>,
): Promise<void> {
  const present = await objectsOnDisk(folder);
  for (const name of ['b', 'c', 'd']) expect(present).toContain(sha256Of(bytesOf(name)));
  if (survived) expect(present).not.toContain(dead);
  const store = await open(folder);
  expect(store.active()?.edition.id).toBe(third.id);
  expect(store.bindKnown(third)).toEqual([]);
  expect(store.bindKnown(after)).toEqual([]);
  await store.reclaim();
  await store.close();
  expect(await objectsOnDisk(folder), 'what is dead has gone').not.toContain(dead);
  const again = await open(folder);
  expect(again.active()).toMatchObject({ edition: { id: third.id }, complete: true });
  await again.close();
}

const loop = { child, args: ['reclaim'], template: pushedOut };

test('row 08 · killed during reclaim: no live object is lost, and dead ones are removed later', async () => {
  const { kills, byCall } = await killAtWrites({
    ...loop,
    check: (folder, point) => expectReclaimed(folder, point, plainStore),
  });
  expect(byCall.unlink).toBeGreaterThanOrEqual(2);
  reportRow(8, { kills });
}, 300_000);

test('row 08 · control: if opening ignores files without a row, dead files stay forever', async () => {
  const { openStore } = await without('store/repair/recover.ts', () => ({
    recoverObjects: async () => undefined,
  }));
  const unlooking = (dataDir: string): Promise<Store> =>
    openStore({ dataDir, clock: manualClock(), log: createLog(() => undefined), limits: smallLimits });
  const careless = killLoop({
    ...loop,
    paths: plainFiles,
    calls: ['unlink'],
    check: (folder, point) => expectReclaimed(folder, point, unlooking),
  });
  await expect(careless).rejects.toThrow(/killed at unlink number \d: what is dead has gone/);
  reportRow(8, { negativeControl: true });
});
