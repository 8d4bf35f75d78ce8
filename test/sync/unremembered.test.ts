import { expect, test } from 'vitest';
import type { Store } from '../../src/main/store/store.ts';
import { downloadsOf, onDownload, showThenUpdate } from '../support/fault-downloads.ts';
import { startRig } from '../support/rig.ts';

/** So many readings of a download's attempts fail from now on. */
function damagedIn(store: Pick<Store, 'attempt'>): { failures: number } {
  const { attempt } = store;
  const damage = { failures: 0 };
  Object.assign(store, {
    attempt: (...given: Parameters<typeof attempt>) => {
      if (damage.failures === 0) return attempt(...given);
      damage.failures -= 1;
      throw new Error('the database is damaged');
    },
  });
  return damage;
}

test('a download whose failure could not be saved is retried', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  const { sync, store } = show.parts;
  const database = damagedIn(store);
  onDownload(rig.demo, ({ response, mediaFileId, attempt: number }) => {
    if (mediaFileId !== show.added || number > 1) return false;
    database.failures = 1;
    response.writeHead(503).end();
    return true;
  });
  sync.start();
  await expect.poll(() => store.active()?.edition.id, { timeout: 8000 }).not.toBe(show.before);
  await show.tookOver();
  expect(downloadsOf(rig.demo, show.added)).toHaveLength(2);
});

test('a sync on demand ends although the failure of a download could not be saved', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  const { sync, store } = show.parts;
  const database = damagedIn(store);
  onDownload(rig.demo, ({ response, mediaFileId }) => {
    if (mediaFileId !== show.added) return false;
    database.failures = Number.POSITIVE_INFINITY;
    response.writeHead(503).end();
    return true;
  });
  const ended = sync.once().then(
    () => 'ended',
    () => 'ended',
  );
  const late = new Promise((resolve) => setTimeout(resolve, 5_000, 'late'));
  expect(await Promise.race([ended, late])).toBe('ended');
});
