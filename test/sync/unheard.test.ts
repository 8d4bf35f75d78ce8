import { expect, test } from 'vitest';
import { addPictures } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';

test.each([
  1, 2, 3, 4, 5, 6,
])('polling survives a listener that throws at call %i, and the listener gets the next change', async (failing) => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 2);
  let calls = 0;
  const { sync } = await rig.open({
    events: {
      statusChanged() {
        if (++calls === failing) throw new Error('the database cannot be read just now');
      },
    },
  });
  sync.start();
  await expect.poll(() => calls).toBeGreaterThanOrEqual(failing);
  const [visited, heard] = [sync.status().lastSuccessAt, calls];
  await expect.poll(() => sync.status().lastSuccessAt, { timeout: 5000 }).not.toBe(visited);
  await expect.poll(() => calls, { timeout: 5000 }).toBeGreaterThan(heard);
});
