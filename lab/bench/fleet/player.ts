// One player of the bench: the real link, commands and database, with a fake player behind them that records each executed
// command. The bench kills it at random moments, so it is a separate process. Its time runs twenty times as fast, or TIMES as fast.
// Usage: player.ts URL DEVICE FOLDER [SETTINGS-OF-ITS-FLEET [TIMES]]
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { action as sync } from '../../../src/main/actions/sync.ts';
import { action } from '../../../src/main/actions/table/action.ts';
import { tableOf } from '../../../src/main/actions/table/table.ts';
import { loadConfig } from '../../../src/main/config/config.ts';
import { Fleet } from '../../../src/main/fleet/fleet.ts';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { openStore } from '../../../src/main/store/store.ts';
import { actionsBy, calmPlayer, storeOf } from '../../../test/fleet/fake-player.ts';
import { fastClock } from '../../support/fast-clock.ts';

/** Identifies its command in the record. */
const note = action({
  name: 'note',
  group: 'player',
  summary: 'Writes down an id.',
  buttons: [],
  args: { id: v.string() },
  run: () => ({}),
});

const [url = '', device = '', folder = '', settings = '{}', speed = '20'] = process.argv.slice(2);
const times = Number(speed);
const fast = fastClock(times);
const log = createLog(() => undefined);
const limits = { floorBytes: 0, ballastBytes: 0 };
const store = await openStore({ dataDir: join(folder, device), clock: systemClock, log, limits });
const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: folder } });
new Fleet(
  {
    config: { fleet: { ...config.fleet, url, name: 'chain', spreadSeconds: 30, ...JSON.parse(settings) } },
    player: {
      ...calmPlayer,
      store: storeOf(store),
      actions: actionsBy(
        async ({ args }) => {
          appendFileSync(join(folder, 'done'), `${args.id}\n`);
          return {};
        },
        tableOf([note, sync]),
      ),
    },
    clock: fast,
    env: {},
    log,
  },
  device,
);
