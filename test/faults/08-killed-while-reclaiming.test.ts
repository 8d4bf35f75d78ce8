import { expect, test } from 'vitest';
import { bytesOf, editionOf, sha256Of } from '../store/support/editions.ts';
import { child, everyWrite, objectsOnDisk, ready } from '../store/support/killed.ts';
import { after, plainStore } from '../store/support/power-cuts.ts';
import { reportRow } from '../support/report-row.ts';

test('row 08 · killed at every write of reclaim: no live object is lost, and what is dead goes later', async () => {
  const dead = sha256Of(bytesOf('a'));
  const third = editionOf(['c', 'd']);
  const { kills, byCall } = await everyWrite({
    child,
    args: ['reclaim'],
    prepare: async (folder) => {
      await ready(folder);
      const store = await plainStore(folder);
      await store.activate(after.id, true);
      // A third edition pushes the first one out: its object `a` is needed by nobody now.
      await store.stage(third);
      store.bindKnown(third);
      await store.activate(third.id, true);
      await store.close();
    },
    check: async (folder, point) => {
      const present = await objectsOnDisk(folder);
      for (const name of ['b', 'c', 'd']) expect(present).toContain(sha256Of(bytesOf(name)));
      if (point.survived) expect(present).not.toContain(dead);
      const store = await plainStore(folder);
      expect(store.active()?.edition.id).toBe(third.id);
      expect(store.bindKnown(third)).toEqual([]);
      expect(store.bindKnown(after)).toEqual([]);
      await store.reclaim();
      await store.close();
      expect(await objectsOnDisk(folder)).not.toContain(dead);
      await expectHeldAfterwards(folder);
    },
  });
  expect(byCall.unlink).toBeGreaterThanOrEqual(2);
  reportRow(8, { kills });

  async function expectHeldAfterwards(folder: string): Promise<void> {
    const store = await plainStore(folder);
    expect(store.active()).toMatchObject({ edition: { id: third.id }, complete: true });
    await store.close();
  }
}, 300_000);
