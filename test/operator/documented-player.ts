// A player of the fleet for the commands of docs/guide/fleet.md: the real link and action table, with nothing behind them.
// Usage: documented-player.ts DEVICE FOLDER SETTINGS-OF-ITS-FLEET
import { join } from 'node:path';
import { actionTable } from '../../src/main/actions/table/table.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { Fleet } from '../../src/main/fleet/fleet.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { openStore } from '../../src/main/store/store.ts';
import { actionsBy, calmPlayer, storeOf } from '../fleet/fake-player.ts';

const [device = '', folder = '', settings = '{}'] = process.argv.slice(2);
const log = createLog(() => undefined);
const limits = { floorBytes: 0, ballastBytes: 0 };
const store = await openStore({ dataDir: join(folder, device), clock: systemClock, log, limits });
const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: folder } });
const picture = { screenId: '1', mimeType: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xd9]) };
new Fleet(
  {
    config: { fleet: { ...config.fleet, ...JSON.parse(settings) } },
    player: {
      ...calmPlayer,
      store: storeOf(store),
      actions: actionsBy(
        async ({ name }) => (name === 'picture' ? { answer: { screenId: '1' }, picture } : { answer: [] }),
        actionTable(),
      ),
    },
    clock: systemClock,
    env: {},
    log,
  },
  device,
);
