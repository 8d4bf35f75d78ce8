import { expect, test } from 'vitest';
import type { Sync } from '../../src/main/sync/sync.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { addPictures } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';

/** Waits of three seconds and more end at once; shorter ones are real. */
const shortWaitsClock = () => new ManualClock({ at: Date.now(), realBelowMs: 3000 });

/** Resolves with the delay in milliseconds when the next visit is planned. */
async function planned(clock: ManualClock, sync: Sync): Promise<number> {
  await expect.poll(() => clock.waits.length === 1 && sync.status().nextAt !== null).toBe(true);
  return clock.waits[0] ?? 0;
}

test('the player polls each minute or at the interval of the CMS within bounds, with a jitter of a tenth', async () => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 1);
  const clock = shortWaitsClock();
  const settings = { assignment: { kind: 'device', ref: rig.demo.deviceId }, pollSeconds: 60 } as const;
  const { sync } = await rig.open({ clock, settings, random: () => 1 });
  const wish = async (seconds: number | null): Promise<number> => {
    rig.demo.content.changeDeviceGroup(rig.demo.deviceGroupId, { update_interval: seconds as number });
    await sync.once();
    return planned(clock, sync);
  };
  sync.start();
  expect(await wish(null)).toBe(66_000);
  expect(await wish(300)).toBe(330_000);
  expect(await wish(1)).toBe(16_500);
  expect(await wish(10_000_000)).toBeCloseTo(95_040_000);
});

test('the player retries soon after a failure, then later and later, and polls as usual once the CMS answers', async () => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 1);
  const clock = shortWaitsClock();
  const { sync, store } = await rig.open({ clock, settings: { pollSeconds: 60 }, random: () => 1 });
  sync.start();
  await expect.poll(() => store.active()).not.toBeNull();
  rig.demo.offline = true;
  const delays: number[] = [];
  for (let failure = 0; failure < 8; failure++) {
    const before = sync.status().lastError?.at ?? null;
    clock.pass(clock.waits[0] ?? 0);
    await expect.poll(() => sync.status().lastError?.at ?? null).not.toBe(before);
    delays.push(await planned(clock, sync));
  }
  expect(delays[0]).toBe(5000);
  expect(delays.every((delay, at) => delay >= (delays[at - 1] ?? 0))).toBe(true);
  expect(delays.at(-1)).toBe(300_000);
  rig.demo.offline = false;
  await sync.once();
  expect(await planned(clock, sync)).toBe(66_000);
  expect(sync.status()).toMatchObject({ state: 'idle', lastError: null });
});

test('a missing or empty playlist that is fixed in the CMS shows within 20 s', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  content.changePlaylist(playlistId, { name: 'Window' });
  const clock = shortWaitsClock();
  const assignment = { kind: 'playlist', ref: 'Shop' } as const;
  const { sync, store } = await rig.open({ clock, settings: { assignment, pollSeconds: 3600 } });
  sync.start();
  await expect
    .poll(() => sync.status().lastError)
    .toMatchObject({
      code: 'playlist-gone',
      remedy: { code: 'playlist-gone.remedy' },
    });
  expect(await planned(clock, sync)).toBeLessThanOrEqual(15_000);
  expect(rig.lines.map(({ message }) => message)).toContain('Cannot use the CMS');
  content.changePlaylist(playlistId, { name: 'Shop' });
  clock.pass(15_000);
  await expect.poll(() => sync.status().lastSuccessAt).not.toBeNull();
  expect(await planned(clock, sync)).toBeLessThanOrEqual(15_000);
  addPictures(content, playlistId, 1);
  clock.pass(15_000);
  await expect
    .poll(() => store.active()?.complete && Object.keys(store.active()?.edition.mediaFiles ?? {}))
    .toHaveLength(1);
  expect(await planned(clock, sync)).toBeGreaterThan(3_000_000);
});

test('the log says that the cached content keeps playing only if there is one', async () => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 1);
  const { sync } = await rig.open();
  await sync.once();
  rig.demo.offline = true;
  await expect(sync.once()).rejects.toThrow();
  expect(rig.lines.map(({ message }) => message)).toContain(
    'Cannot use the CMS; the cached content keeps playing',
  );
});
