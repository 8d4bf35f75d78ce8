import { expect, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import { Configured } from '../../src/main/engine/configured.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { temporaryFolder } from '../store/support/folder.ts';
import { ManualClock } from '../support/manual-clock.ts';

test.each([
  ['without a mistake', false],
  ['with a mistake', true],
])('a configuration %s is whole at last when it is corrected', async (_, hasMistake) => {
  const sources = { noFile: true, env: { VITRINE_DATA_DIR: await temporaryFolder() } };
  const config = loadConfig(sources);
  const configured = new Configured({
    config,
    sources,
    clock: new ManualClock(),
    log: createLog(() => undefined),
    engine: { reopen: async () => undefined },
    pageReach: { use: () => undefined },
    hasMistake,
    later: () => ({ displays: { configured: () => undefined }, fleet: { join: () => undefined } }),
  });
  expect(configured.isWhole).toBe(!hasMistake);
  await configured.use(null, config);
  expect(configured.isWhole).toBe(true);
});
