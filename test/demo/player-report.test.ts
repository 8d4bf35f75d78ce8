import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { type AdminPort, adminApp } from '../../src/main/admin/app.ts';
import type { Status } from '../../src/main/report/status.ts';
import { inEnglish, message } from '../../src/shared/languages/message.ts';
import { callDemoCms } from './caller.ts';

const file = { name: '', received: 0, size: null, nextTryAt: null };
const refusal = message('media-unknown-type');

/** The status page of a player that says this. */
async function playerSaying(says: {
  unplayable: NonNullable<Status['edition']>['unplayable'];
  staged: NonNullable<Status['staged']>['missing'];
  /** The device that it is. */
  device?: string;
}): Promise<{ address: string; stop(): void }> {
  const edition = { id: 'a', activatedAt: null, complete: false, missing: [], unplayable: says.unplayable };
  const staged = { edition: 'b', missingCount: 1, missing: says.staged };
  const source = says.device === undefined ? null : { kind: 'device', name: says.device };
  const player = {
    invitation: () => null,
    status: async () => ({ edition, staged, source, screens: [{ id: 'hall' }] }),
    picture: async (screen: string, size: string) => ({
      mimeType: 'image/jpeg',
      bytes: new TextEncoder().encode(`${screen} ${size}`),
    }),
  };
  const server = createServer(
    getRequestListener(adminApp(player as unknown as AdminPort, 'web').fetch, {
      overrideGlobalObjects: false,
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(stop);
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop };
}

test("the player's failed files and cues are reported; pending ones are not", async () => {
  let now = Date.UTC(2026, 0, 1);
  await using caller = await callDemoCms({ seed: 'empty', now: () => now });
  const { cms, get } = caller;
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(
    (name) => cms.content.addFile({ name, fileName: 'x.png', mimeType: 'image/png' }, new Uint8Array(1)).id,
  );
  const player = await playerSaying({
    unplayable: [
      { mediaFileId: `${a}`, name: 'a', reason: 'media-unavailable', detail: refusal },
      { mediaFileId: `${c}`, name: 'c', reason: 'media-failed', detail: message('failed.stalled') },
      { mediaFileId: '999999', name: '', reason: 'unsupported', detail: message('media-unsupported.folder') },
    ],
    staged: [
      { ...file, mediaFileId: `${b}`, error: { code: 'x', message: message('media-damaged') }, failed: true },
      {
        ...file,
        mediaFileId: `${d}`,
        error: { code: 'x', message: message('media-rate-limited') },
        failed: false,
      },
    ],
  });
  const troubles = async () => {
    now += 60_000;
    const { media, version } = (await get('/console/api/state')).body;
    const reported = media.filter(({ trouble }: { trouble: string | null }) => trouble !== null);
    return {
      version,
      reported: reported.map((row: { id: number; trouble: string }) => [row.id, row.trouble]),
    };
  };
  const quiet = await troubles();
  expect(quiet.reported).toEqual([]);

  cms.playerAddress = player.address;
  const reported = [
    [a, inEnglish(refusal)],
    [b, inEnglish(message('media-damaged'))],
    [c, inEnglish(message('failed.stalled'))],
  ];
  await expect.poll(async () => (await troubles()).reported).toEqual(reported);
  // The page draws itself anew when this differs.
  expect((await troubles()).version).not.toBe(quiet.version);

  player.stop();
  await expect.poll(async () => (await troubles()).reported).toEqual([]);
});

test('the console knows whose screen the player is, and gets its picture while the player answers', async () => {
  let now = Date.UTC(2026, 0, 1);
  await using caller = await callDemoCms({ seed: 'zones', now: () => now });
  const { cms, get } = caller;
  const playing = async () => {
    now += 60_000;
    return (await get('/console/api/state')).body.playingGroupId;
  };
  const picture = async () => {
    const { status, text, body } = await get('/console/player/picture');
    return status === 200 ? text : body.message;
  };
  expect(await playing()).toBeNull();
  expect(await picture()).toBe('No player shows anything here.');
  const player = await playerSaying({ unplayable: [], staged: [], device: 'Zones screen' });
  cms.playerAddress = player.address;
  const zones = [...cms.content.deviceGroups.values()].find(({ name }) => name === 'Zones group');
  await expect.poll(playing).toBe(zones?.id);
  expect(await picture()).toBe('hall small');
  player.stop();
  await expect.poll(playing).toBeNull();
});
