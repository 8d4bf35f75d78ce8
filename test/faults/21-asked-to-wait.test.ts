import { expect, test } from 'vitest';
import type { KeptKey } from '../../src/main/store/kept-values.ts';
import { downloadsOf, onDownload, type Show, showThenUpdate } from '../support/fault-downloads.ts';
import { reportRow } from '../support/report-row.ts';
import { type PlayerParts, type Rig, startRig } from '../support/rig.ts';
import { without } from '../support/without.ts';

/** The server requests a wait of an hour; then the player is restarted, and commanded twice to sync. */
async function askedToWait(rig: Rig, show: Show): Promise<PlayerParts> {
  onDownload(rig.demo, ({ response }) => {
    response.writeHead(429, { 'retry-after': '3600' }).end();
    return true;
  });
  expect((await show.parts.sync.once()).failed).toMatchObject([{ code: 'media-rate-limited' }]);
  show.stillPlays();
  await show.parts.close();
  const again = await rig.open();
  await again.sync.once();
  await again.sync.once();
  return again;
}

test('row 21 · the player waits for 429 with Retry-After 3600, also across a restart', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  const began = Date.now();
  const again = await askedToWait(rig, show);
  expect(downloadsOf(rig.demo, show.added)).toHaveLength(1);
  const until = again.store.retryAfter(rig.demo.origin) ?? 0;
  expect(until).toBeGreaterThanOrEqual(began + 3_600_000);
  expect(again.store.active()?.edition.id).toBe(show.before);
});

test('row 21 · a clock that jumps back does not turn an hour into years', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  show.parts.store.setRetryAfter(rig.demo.origin, Date.now() + 50 * 365 * 86_400_000);
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
});

test('row 21 · control: a player that forgets the wait sends a request', async () => {
  const { startRig } = await without<typeof import('../../src/main/store/kept-values.ts')>(
    'store/kept-values.ts',
    ({ KeptValues }) => ({
      KeptValues: class extends KeptValues {
        override set(key: KeptKey, value: string | null): void {
          if (!key.startsWith('patience-until ')) super.set(key, value);
        }
      },
    }),
  );
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  await askedToWait(rig, show);
  expect(downloadsOf(rig.demo, show.added).length).toBeGreaterThan(1);
  reportRow(21, { negativeControl: true });
});
