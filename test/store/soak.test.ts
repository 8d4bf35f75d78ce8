import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Edition } from '../../src/main/edition/edition.ts';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import type { Store } from '../../src/main/store/store.ts';
import { editionOf } from '../support/records.ts';
import { manualClock, openBelow, opened, temporaryFolder } from './support/folder.ts';
import { objectsOnDisk } from './support/killed.ts';
import { bytesOf, finishedPart, sha256Of } from './support/parts.ts';
import { expectSound } from './support/soundness.ts';

/** The same sequence for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

describe.each([
  { seed: 1, tags: [] },
  { seed: 2, tags: ['long'] },
  { seed: 3, tags: ['long'] },
])('by the dice of seed $seed', ({ seed, tags }) => {
  test('concurrent updates, rollbacks, reclaiming, scrubbing and restarts lose and leak nothing', {
    tags,
  }, async () => {
    const folder = await temporaryFolder();
    const roll = dice(seed);
    const clock = manualClock();
    const options = { clock, limits: { quotaBytes: 40_000, scrubAfterMs: 1_000 } };
    let { store } = await opened(folder, options);
    const descriptors = openBelow(folder).length;
    let last: Edition = editionOf(['0']);
    for (let round = 0; round < 60; round++) {
      clock.pass(2_000);
      const names = Array.from({ length: 1 + roll(6) }, () => String(roll(15)));
      last = editionOf([...new Set(names)]);
      await Promise.all([
        updateTo(store, last),
        ...(roll(3) === 0 ? [store.reclaim()] : []),
        ...(roll(3) === 0 ? [store.scrub()] : []),
        ...(roll(4) === 0 ? [store.makeSpace(roll(60_000))] : []),
      ]);
      if (roll(8) === 0) await store.rollback().catch(() => undefined);
      await expectSound(folder, store, [last]);
      if (roll(5) === 0) {
        await store.close();
        ({ store } = await opened(folder, options));
      }
    }
    await store.reclaim();
    const needed = store
      .editions()
      .flatMap(({ id }) => (id === last.id ? Object.keys(last.mediaFiles) : []))
      .map((id) => sha256Of(bytesOf(id)));
    const present = await objectsOnDisk(folder);
    for (const sha256 of needed) expect(present).toContain(sha256);
    expect(present.size).toBe(store.storage().objects);
    expect(await readdir(layoutOf(folder).parts)).toEqual([]);
    expect(await readdir(layoutOf(folder).quarantine)).toEqual([]);
    expect((await readdir(layoutOf(folder).editions)).length).toBeLessThanOrEqual(4);
    expect(descriptors).toBeGreaterThan(0);
    expect(openBelow(folder).length).toBeLessThanOrEqual(descriptors);
  });
});

async function updateTo(store: Store, edition: Edition): Promise<void> {
  await store.stage(edition);
  const missing = store.bindKnown(edition);
  const parts = await Promise.all(missing.map((id) => finishedPart(store.partsFolder, id)));
  await Promise.all(parts.map((part) => store.put([part])));
  await store.activate(edition.id, store.bindKnown(edition).length === 0);
}
