import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableOf } from '../../../src/main/actions/table/table.ts';
import { loadConfig } from '../../../src/main/config/config.ts';
import { Fleet } from '../../../src/main/fleet/fleet.ts';
import { silent } from '../../../src/main/fleet/link-fault.ts';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { openStore } from '../../../src/main/store/store.ts';
import { actionsBy, calmPlayer, storeOf } from '../../../test/fleet/fake-player.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';

const daySeconds = 86_400;

/** A week without a broker, in which the verdict changes every ten minutes. */
export async function weekOffline(): Promise<Readonly<Record<string, unknown>>> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-week-'));
  const log = createLog(() => undefined);
  const limits = { floorBytes: 0, ballastBytes: 0 };
  const store = await openStore({ dataDir: folder, clock: systemClock, log, limits });
  const clock = new ManualClock({ at: '2026-01-01T00:00:00Z' });
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: folder } });
  let tries = 0;
  const fleet = new Fleet(
    {
      config: { fleet: { ...config.fleet, url: 'mqtt://127.0.0.1:1', name: 'chain' } },
      player: {
        ...calmPlayer,
        health: () => ({
          ...calmPlayer.health(),
          verdict: Math.floor(clock.monotonic() / 600_000) % 2 ? 'attention' : 'well',
        }),
        store: storeOf(store),
        actions: actionsBy(async () => ({}), tableOf([])),
      },
      connect: () => (events) => {
        tries++;
        setImmediate(() => events.ended(silent));
        return { publish: async () => undefined, close: async () => undefined };
      },
      clock,
      env: {},
      log,
    },
    'shop-1',
  );
  const held: number[] = [];
  for (let day = 0; day < 7; day++) {
    for (let second = 0; second < daySeconds; second += 600) await clock.advance(600_000);
    globalThis.gc?.();
    held.push(process.memoryUsage().heapUsed);
  }
  const events = store.fleet.events(10_000);
  await fleet.stop();
  await store.close();
  await rm(folder, { recursive: true, force: true });
  return {
    days: 7,
    tries,
    heapMiBEachDay: held.map((bytes) => Number((bytes / 2 ** 20).toFixed(1))),
    eventsHappened: events.at(-1)?.sequence ?? 0,
    eventsKept: events.length,
  };
}
