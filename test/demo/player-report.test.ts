import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { type AdminPort, adminApp } from '../../src/main/admin/app.ts';
import type { Status } from '../../src/main/report/status.ts';
import type { ScheduleReport } from '../../src/main/schedule/explain.ts';
import { callDemoCms } from './caller.ts';

const file = { name: '', received: 0, size: null, nextTryAt: null };
const refusal = { code: 'media-unknown-type', message: 'The bytes are of no type that can be shown.' };

/** The status page of a player that says this. */
async function playerSaying(says: {
  edition?: NonNullable<Status['edition']>['missing'];
  staged?: NonNullable<Status['staged']>['missing'];
  excluded?: ScheduleReport['excluded'];
}): Promise<{ address: string; stop(): void }> {
  const edition = { id: 'a', activatedAt: null, complete: false, missing: says.edition ?? [] };
  const staged = says.staged ? { edition: 'b', missingCount: 1, missing: says.staged } : null;
  const schedule = { at: '', zone: 'UTC', cues: [], nextChangeAt: null, excluded: says.excluded ?? [] };
  const player = { status: async () => ({ edition, staged }), schedule: async () => schedule };
  const server = createServer(getRequestListener(adminApp(player as unknown as AdminPort, 'web').fetch));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(stop);
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop };
}

test('what the player has given up, and what failed on its screen, is told; what is still coming is not', async () => {
  let now = Date.UTC(2026, 0, 1);
  await using caller = await callDemoCms({ seed: 'empty', now: () => now });
  const { cms, get } = caller;
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map(
    (name) => cms.content.addFile({ name, fileName: 'x.png', mimeType: 'image/png' }, new Uint8Array(1)).id,
  );
  const entry = cms.content.addEntry(cms.playlistId, { media_file_id: c ?? 0 });
  const player = await playerSaying({
    edition: [
      { mediaFileId: `${a}`, name: 'a', reason: refusal.message, failed: true },
      { mediaFileId: `${d}`, name: 'd', reason: 'not downloaded yet', failed: false },
    ],
    staged: [
      { ...file, mediaFileId: `${b}`, error: { code: 'x', message: 'It is cut off.' }, failed: true },
      { ...file, mediaFileId: `${e}`, error: { code: 'x', message: 'The server is busy.' }, failed: false },
    ],
    excluded: [
      {
        entryId: `${entry.id}`,
        path: [],
        reason: 'media-failed',
        meaning: 'put aside',
        detail: 'It cannot be decoded.',
      },
      { entryId: '999999', path: [], reason: 'media-failed', meaning: 'put aside' },
    ],
  });
  const troubles = async () => {
    now += 60_000;
    const { media, version } = (await get('/console/api/state')).body;
    const told = media.filter(({ trouble }: { trouble: string | null }) => trouble !== null);
    return { version, told: told.map((row: { id: number; trouble: string }) => [row.id, row.trouble]) };
  };
  const quiet = await troubles();
  expect(quiet.told).toEqual([]);

  cms.playerAddress = player.address;
  const told = [
    [a, refusal.message],
    [b, 'It is cut off.'],
    [c, 'It cannot be decoded.'],
  ];
  await expect.poll(async () => (await troubles()).told).toEqual(told);
  // The page draws itself anew when this differs.
  expect((await troubles()).version).not.toBe(quiet.version);

  player.stop();
  await expect.poll(async () => (await troubles()).told).toEqual([]);
});
